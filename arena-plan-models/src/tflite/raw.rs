//! Positions inside a flatbuffer that has been read: for messages with positions, and for changes in place.
//!
//! Generated accessors return values, not positions. These few functions return positions; each read is checked.

/// The little-endian 32-bit number at `position`.
pub(crate) fn number(bytes: &[u8], position: usize) -> Option<u32> {
    let field = bytes.get(position..)?.first_chunk()?;
    Some(u32::from_le_bytes(*field))
}

/// The target of the offset at `position`.
pub(crate) fn follow(bytes: &[u8], position: usize) -> Option<usize> {
    position.checked_add(usize::try_from(number(bytes, position)?).ok()?)
}

/// The fields of the table at `table` that are set: for each, by number, its position.
pub(crate) fn fields(bytes: &[u8], table: usize) -> Option<Vec<Option<usize>>> {
    let back = i32::from_le_bytes(number(bytes, table)?.to_le_bytes());
    let vtable = usize::try_from(i64::try_from(table).ok()? - i64::from(back)).ok()?;
    let length = u16::from_le_bytes(*bytes.get(vtable..)?.first_chunk()?);
    let entries = bytes.get(vtable.checked_add(4)?..vtable.checked_add(length.into())?)?;
    let place = |entry: &[u8]| match u16::from_le_bytes([entry[0], entry[1]]) {
        0 => None,
        offset => table.checked_add(offset.into()),
    };
    Some(entries.chunks_exact(2).map(place).collect())
}

/// The position of field `number` of a table; `None` if it is not set.
pub(crate) fn field(bytes: &[u8], table: usize, number: usize) -> Option<usize> {
    *fields(bytes, table)?.get(number)?
}

/// The table that field `number` of a table points to.
pub(crate) fn child(bytes: &[u8], table: usize, number: usize) -> Option<usize> {
    follow(bytes, field(bytes, table, number)?)
}

/// Element `index` of the vector of tables in field `number` of a table.
pub(crate) fn element(bytes: &[u8], table: usize, number: usize, index: usize) -> Option<usize> {
    let vector = child(bytes, table, number)?;
    follow(bytes, vector.checked_add(4)?.checked_add(index.checked_mul(4)?)?)
}

/// The root table.
pub(crate) fn root(bytes: &[u8]) -> Option<usize> {
    follow(bytes, 0)
}
