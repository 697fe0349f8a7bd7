//! A line of text as one page of flash, guarded by a checksum.

/// Bytes of a page.
pub const PAGE: usize = 256;
/// Bytes of text that a page holds: the rest is a length byte and two of checksum.
pub const LINE_ROOM: usize = PAGE - 3;

/// Writes length, text and checksum; the rest of the page stays erased (`0xff`).
///
/// Returns whether the whole text fitted; text beyond [`LINE_ROOM`] bytes is truncated.
#[must_use]
pub fn write_page(text: &[u8], page: &mut [u8; PAGE]) -> bool {
    let kept = &text[..text.len().min(LINE_ROOM)];
    page.fill(0xff);
    page[0] = kept.len() as u8; // at most 253
    page[1..=kept.len()].copy_from_slice(kept);
    let checksum = crc16(&page[..=kept.len()]);
    page[PAGE - 2..].copy_from_slice(&checksum.to_be_bytes());
    kept.len() == text.len()
}

/// The text of a page, or `None` if length and checksum do not match the rest.
#[must_use]
pub fn read_page(page: &[u8; PAGE]) -> Option<&[u8]> {
    let length = usize::from(page[0]);
    let stored = u16::from_be_bytes([page[PAGE - 2], page[PAGE - 1]]);
    (length <= LINE_ROOM && crc16(&page[..=length]) == stored).then(|| &page[1..=length])
}

/// CRC-16/IBM-3740 (polynomial 0x1021, start 0xffff), bit by bit.
#[must_use]
pub fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0xffff, |crc, byte| {
        (0..8).fold(crc ^ (u16::from(*byte) << 8), |crc, _| {
            if crc & 0x8000 == 0 { crc << 1 } else { (crc << 1) ^ 0x1021 }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_gives_its_catalogued_check_value() {
        assert_eq!(crc16(b"123456789"), 0x29b1);
    }

    #[test]
    fn pages_read_back_and_any_flipped_bit_is_detected() {
        let mut page = [0; PAGE];
        assert!(write_page(b"1000 mg", &mut page));
        assert_eq!(read_page(&page), Some(&b"1000 mg"[..]));
        for bit in (0..8 * 8).chain(8 * (PAGE - 2)..8 * PAGE) {
            page[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(read_page(&page), Some(&b"1000 mg"[..]), "bit {bit}");
            page[bit / 8] ^= 1 << (bit % 8);
        }
        assert_eq!(read_page(&[0xff; PAGE]), None);
    }

    #[test]
    fn text_that_is_too_long_is_truncated_and_reported() {
        let mut page = [0; PAGE];
        assert!(write_page(&[b'x'; LINE_ROOM], &mut page));
        assert!(!write_page(&[b'x'; LINE_ROOM + 1], &mut page));
        assert_eq!(read_page(&page).map(<[u8]>::len), Some(LINE_ROOM));
    }
}
