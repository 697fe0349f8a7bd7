//! What a step creates in place has no placement, birth or lifetime of its own, and what it consumes ends there.
use arena_plan::arena_plan;

arena_plan! {
    mod at_birth {
        bank ram { capacity: 256 }
        buffer windowed: [f32; 16];
        buffer spectrum: [f32; 16], zeroed;
        step window() -> windowed;
        step fft(windowed => spectrum);
        step emit(spectrum);
    }
}

arena_plan! {
    mod valued {
        bank ram { capacity: 256 }
        buffer windowed: [f32; 16];
        buffer spectrum: [f32; 16] = [0.0; 16];
        step window() -> windowed;
        step fft(windowed => spectrum);
        step emit(spectrum);
    }
}

arena_plan! {
    mod filled {
        bank ram { capacity: 256 }
        buffer windowed: [f32; 16];
        buffer spectrum: [f32; 16], source;
        step window() -> windowed;
        step fft(windowed => spectrum);
        step emit(spectrum);
    }
}

arena_plan! {
    mod ranged {
        bank ram { capacity: 256 }
        buffer windowed: [f32; 16];
        buffer spectrum: [f32; 16], live fft..=emit;
        step window() -> windowed;
        step fft(windowed => spectrum);
        step emit(spectrum);
    }
}

arena_plan! {
    mod placed {
        bank ram { capacity: 256 }
        buffer windowed: [f32; 16];
        buffer spectrum: [f32; 16] in ram @ 64;
        step window() -> windowed;
        step fft(windowed => spectrum);
        step emit(spectrum);
    }
}

arena_plan! {
    mod aligned {
        bank ram { capacity: 256 }
        buffer windowed: [f32; 16];
        buffer spectrum: [f32; 16], align 32;
        step window() -> windowed;
        step fft(windowed => spectrum);
        step emit(spectrum);
    }
}

arena_plan! {
    mod kept {
        bank ram { capacity: 256 }
        buffer windowed: [f32; 16], retain;
        buffer spectrum: [f32; 16];
        step window() -> windowed;
        step fft(windowed => spectrum);
        step emit(spectrum);
    }
}

arena_plan! {
    mod longer {
        bank ram { capacity: 256 }
        buffer windowed: [f32; 16], live ..;
        buffer spectrum: [f32; 16];
        step window() -> windowed;
        step fft(windowed => spectrum);
        step emit(spectrum);
    }
}

fn main() {
    let mut window = at_birth::take().unwrap();
    window.windowed[0] = 1.0;
    let mut fft = window.next();
    let at_birth::FftIo { windowed } = fft.io();
    windowed[1] = 2.0;
    let emit = fft.next();
    println!("{:?}", emit.spectrum);
    emit.next().release();

    let mut window = valued::take().unwrap();
    window.windowed[0] = 1.0;
    let mut fft = window.next();
    let valued::FftIo { windowed } = fft.io();
    windowed[1] = 2.0;
    let emit = fft.next();
    println!("{:?}", emit.spectrum);
    emit.next().release();

    let mut window = filled::take().unwrap();
    window.windowed[0] = 1.0;
    let mut fft = window.next();
    let filled::FftIo { windowed } = fft.io();
    windowed[1] = 2.0;
    let emit = fft.next();
    println!("{:?}", emit.spectrum);
    emit.next().release();

    let mut window = ranged::take().unwrap();
    window.windowed[0] = 1.0;
    let mut fft = window.next();
    let ranged::FftIo { windowed } = fft.io();
    windowed[1] = 2.0;
    let emit = fft.next();
    println!("{:?}", emit.spectrum);
    emit.next().release();

    let mut window = placed::take().unwrap();
    window.windowed[0] = 1.0;
    let mut fft = window.next();
    let placed::FftIo { windowed } = fft.io();
    windowed[1] = 2.0;
    let emit = fft.next();
    println!("{:?}", emit.spectrum);
    emit.next().release();

    let mut window = aligned::take().unwrap();
    window.windowed[0] = 1.0;
    let mut fft = window.next();
    let aligned::FftIo { windowed } = fft.io();
    windowed[1] = 2.0;
    let emit = fft.next();
    println!("{:?}", emit.spectrum);
    emit.next().release();

    let mut window = kept::take().unwrap();
    window.windowed[0] = 1.0;
    let mut fft = window.next();
    let kept::FftIo { windowed } = fft.io();
    windowed[1] = 2.0;
    let emit = fft.next();
    println!("{:?}", emit.spectrum);
    emit.next().release();

    let mut window = longer::take().unwrap();
    window.windowed[0] = 1.0;
    let mut fft = window.next();
    let longer::FftIo { windowed } = fft.io();
    windowed[1] = 2.0;
    let emit = fft.next();
    println!("{:?}", emit.spectrum);
    emit.next().release();
}
