//! After a step in place there is the new buffer, made once, and read.
use arena_plan::arena_plan;

arena_plan! {
    mod after {
        bank ram { capacity: 256 }
        buffer windowed: [f32; 16];
        buffer spectrum: [f32; 16];
        step window() -> windowed;
        step fft(windowed => spectrum);
        step emit(spectrum, windowed);
    }
}

arena_plan! {
    mod again {
        bank ram { capacity: 256 }
        buffer windowed: [f32; 16];
        buffer spectrum: [f32; 16];
        step window() -> windowed;
        step fft(windowed => spectrum);
        step emit() -> spectrum;
        step end(spectrum);
    }
}

arena_plan! {
    mod unread {
        bank ram { capacity: 256 }
        buffer windowed: [f32; 16];
        buffer spectrum: [f32; 16];
        step window() -> windowed;
        step fft(windowed => spectrum);
        step emit;
    }
}

arena_plan! {
    mod last {
        bank ram { capacity: 256 }
        buffer windowed: [f32; 16];
        buffer spectrum: [f32; 16];
        step window() -> windowed;
        step fft(windowed => spectrum);
    }
}

arena_plan! {
    mod same {
        bank ram { capacity: 256 }
        buffer windowed: [f32; 16];
        step window() -> windowed;
        step fft(windowed => windowed);
        step emit(windowed);
    }
}

arena_plan! {
    mod unwritten {
        bank ram { capacity: 256 }
        buffer windowed: [f32; 16];
        buffer spectrum: [f32; 16];
        step fft(windowed => spectrum);
        step emit(spectrum);
    }
}

arena_plan! {
    mod padded {
        bank ram { capacity: 256 }
        buffer windowed: Option<u32> = None;
        buffer spectrum: u32;
        step window() -> windowed;
        step fft(windowed => spectrum);
        step emit(spectrum);
    }
}

arena_plan! {
    mod unknown {
        bank ram { capacity: 256 }
        buffer windowed: [f32; 16];
        step window() -> windowed;
        step fft(windowed => spectrm);
    }
}

fn main() {
    let fft = after::take().unwrap().next();
    let mut emit = fft.next();
    let after::EmitIo { spectrum, windowed } = emit.io();
    println!("{spectrum:?} {windowed:?}");

    let mut emit = again::take().unwrap().next().next();
    emit.io().spectrum[0] = 1.0;
    println!("{:?}", emit.next().spectrum);

    unread::take().unwrap().next().next().next().release();

    let mut fft = last::take().unwrap().next();
    fft.io().windowed[0] = 1.0;
    fft.next().release();

    let mut fft = same::take().unwrap().next();
    fft.io().windowed[0] = 1.0;
    println!("{:?}", fft.next().windowed);

    let mut fft = unwritten::take().unwrap();
    fft.io().windowed[0] = 1.0;
    println!("{:?}", fft.next().spectrum);

    let mut fft = padded::take().unwrap().next();
    *fft.io().windowed = Some(1);
    println!("{:?}", fft.next().spectrum);

    let mut fft = unknown::take().unwrap().next();
    fft.io().windowed[0] = 1.0;
    fft.next().release();
}
