//! The expansion next to an error, as if the error had been swallowed, and a program that uses it.

/* the code next to the error */

fn main() {
    let mut write = small::take().unwrap();
    let small::WriteIo { big } = write.io();
    big.fill(1);
    let mut read: small::Read = write.next();
    let small::ReadIo { big } = read.io();
    assert_eq!(big[0], 1);
    small::Any::from(read).release();
}
