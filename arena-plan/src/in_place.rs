//! Steps in place: one place for the buffers that become each other, and the proof that they share it.

use arena_plan_core::kernel::code::Code;
use arena_plan_core::kernel::plan::Plan;
use arena_plan_core::kernel::refuse::Refusal;
use arena_plan_core::kernel::text::Text;
use arena_plan_core::kernel::verify::Slot;
use arena_plan_core::model::{Buffer, Placement};

/// The problem with one buffer for each place: `place_of` has the index of each buffer's place, and `heads` the first
/// buffer of each. A place is as large and as aligned as the largest of its buffers, and alive as long as all of
/// them.
#[must_use]
pub const fn merge<const N: usize, const M: usize>(
    buffers: &[Buffer<'static>; N],
    place_of: &[usize; N],
    heads: [usize; M],
) -> [Buffer<'static>; M] {
    let mut merged = [Buffer::new(0, 1, 0, 0, &[]); M];
    let mut place = 0;
    while place < M {
        merged[place] = buffers[heads[place]];
        place += 1;
    }
    let mut i = 0;
    while i < N {
        // An invalid alignment can only be that of the first buffer, and is reported there.
        merged[place_of[i]].cover(&buffers[i]);
        i += 1;
    }
    merged
}

/// The layout of all buffers, given that of the places.
#[must_use]
pub const fn spread<const B: usize, const N: usize, const M: usize>(
    plan: &Plan<B, M>,
    place_of: &[usize; N],
) -> Plan<B, N> {
    let mut placements = [Placement { bank: 0, offset: 0 }; N];
    let mut i = 0;
    while i < N {
        placements[i] = plan.placements[place_of[i]];
        i += 1;
    }
    Plan { placements, high_water: plan.high_water, fault: plan.fault, advice: plan.advice }
}

/// Fails at the caller's type if a buffer that a step creates in place is larger than the one that it was. `about`
/// names the step and the buffers.
#[track_caller]
pub const fn check_no_larger<To, From>(about: &str) {
    let (own, room) = (size_of::<To>() as u64, size_of::<From>() as u64);
    if own > room {
        let text =
            Text::<512>::new().push(about).push(", but it is larger: ").bytes(own).push(" in ").bytes(room);
        panic!("{}", text.code(Code::InPlace).as_str());
    }
}

/// Proves what [`Buf::in_place`](crate::Buf::in_place) relies on, for each buffer that a step creates from another:
/// it begins where that one begins. `names` are those of the slots.
#[track_caller]
pub const fn prove_in_place(
    names: &[&str],
    refusal: &Option<Refusal>,
    slots: &[Slot],
    pairs: &[(usize, usize)],
) {
    let mut i = 0;
    while i < pairs.len() && refusal.is_none() {
        let (made, taken) = pairs[i];
        let (to, from) = (&slots[made], &slots[taken]);
        if to.bank != from.bank || to.offset != from.offset {
            let text = Text::<256>::new().push("buffer ").quote(names[made]).push(" is not at the place of ");
            let text = text.quote(names[taken]).push(
                ", from which it is created in place; the plan does not verify, which is a defect of arena-plan: please report it",
            );
            panic!("{}", text.code(Code::InPlace).as_str());
        }
        i += 1;
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::panic::catch_unwind;
    use std::string::String;

    use super::{Buffer, Slot, merge, prove_in_place};

    const fn slot(bank: u16, offset: u64) -> Slot {
        Slot { bank, offset, size: 4, align: 4, type_align: 4 }
    }

    #[test]
    fn a_place_is_as_large_as_its_largest_buffer_and_alive_as_long_as_all() {
        let buffers = [
            Buffer::new(8, 8, 2, 3, &[1]),
            Buffer::new(4, 4, 0, 0, &[0]),
            Buffer::new(16, 4, 1, 1, &[1]).with_fixed(32),
        ];
        let merged = merge(&buffers, &[1, 0, 1], [1, 2]);
        assert_eq!(merged, [buffers[1], Buffer::new(16, 8, 1, 3, &[1]).with_fixed(32)]);
    }

    #[test]
    fn two_places_are_a_defect() {
        prove_in_place(&["x", "y"], &None, &[slot(0, 8), slot(0, 8)], &[(1, 0)]);
        for elsewhere in [slot(0, 4), slot(1, 8)] {
            let failed =
                catch_unwind(|| prove_in_place(&["x", "y"], &None, &[slot(0, 8), elsewhere], &[(1, 0)]));
            let text: String = *failed.expect_err("a failure").downcast().expect("a formatted text");
            assert_eq!(
                text,
                "buffer `y` is not at the place of `x`, from which it is created in place; the plan does not verify, which is a \
                 defect of arena-plan: please report it [in-place]"
            );
        }
    }
}
