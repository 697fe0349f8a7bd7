//! Handles in place of their contents, through the traits of other crates.

use arena_plan::{Buf, Part, arena_plan};
use embedded_dma::{ReadBuffer, WriteBuffer};

/// A transfer as in a HAL: it owns the buffer until it is done.
struct Transfer<B> {
    buffer: B,
    address: usize,
    words: usize,
}

/// Peripheral to memory.
fn receive<B: WriteBuffer<Word = u16>>(mut buffer: B) -> Transfer<B> {
    // SAFETY: the transfer owns the buffer for as long as the pointer is in use.
    let (pointer, words) = unsafe { buffer.write_buffer() };
    // SAFETY: this many words are in the buffer, which nothing else can access.
    let target = unsafe { std::slice::from_raw_parts_mut(pointer, words) };
    target.iter_mut().zip(0..).for_each(|(word, value)| *word = value);
    Transfer { buffer, address: pointer.addr(), words }
}

/// Memory to peripheral: the sum of what was sent.
fn send<B: ReadBuffer<Word = u16>>(buffer: B) -> (B, u16) {
    // SAFETY: the transfer owns the buffer for as long as the pointer is in use.
    let (pointer, words) = unsafe { buffer.read_buffer() };
    // SAFETY: this many words are in the buffer, which nothing else can access.
    let sum = unsafe { std::slice::from_raw_parts(pointer, words) }.iter().sum();
    (buffer, sum)
}

#[test]
fn embedded_dma_takes_handles_and_parts() {
    arena_plan! {
        mod plan {
            bank ram { capacity: 256 }
            buffer samples: [u16; 8], live ..;
            buffer frames: [[u16; 4]; 2], live ..;
            step a;
            step b;
        }
    }
    let mut a = plan::take().unwrap();
    let transfer = receive(a.samples);
    assert_eq!((transfer.words, transfer.address), (8, Buf::as_ptr(&transfer.buffer).addr()));
    let (samples, sum) = send(transfer.buffer);
    assert_eq!((sum, samples[7]), (28, 7));
    a.samples = samples;

    let [ping, pong] = Buf::split(a.frames);
    let (ping, pong) = (receive(ping), receive(pong));
    assert_eq!((ping.words, pong.words), (4, 4));
    assert_eq!(pong.address, ping.address + 8);
    assert_eq!(pong.address, Part::as_ptr(&pong.buffer).addr());
    a.frames = Buf::join([pong.buffer, ping.buffer]);
    assert_eq!(*a.next().frames, [[0, 1, 2, 3]; 2]);
}

#[test]
fn as_ref_is_that_of_the_contents() {
    arena_plan! {
        mod plan {
            bank ram { capacity: 256 }
            buffer samples: [u16; 4], live ..;
            buffer maybe: Option<u8>, live .. = Some(3);
            buffer rows: [[u8; 2]; 2], live ..;
            step a;
        }
    }
    fn sum(samples: impl AsRef<[u16]>) -> u16 {
        samples.as_ref().iter().sum()
    }
    fn clear(samples: &mut impl AsMut<[u16]>) {
        samples.as_mut().fill(0);
    }
    let mut a = plan::take().unwrap();
    a.samples.copy_from_slice(&[1, 2, 3, 4]);
    assert_eq!(sum(&a.samples), 10);
    clear(&mut a.samples);
    assert_eq!(sum(&a.samples), 0);
    assert_eq!(a.maybe.as_ref(), Some(&3)); // the method of `Option`
    let [mut left, right] = Buf::split(a.rows);
    AsMut::<[u8]>::as_mut(&mut left).fill(7);
    assert_eq!((AsRef::<[u8]>::as_ref(&left), left.len(), right.len()), (&[7, 7][..], 2, 2));
}
