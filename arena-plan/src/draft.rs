//! The plan of a block with `#![draft]`, which can be printed but not run.

use arena_plan_core::kernel::pieces::Life;
use arena_plan_core::kernel::plan::{Orders, Plan, plan};
use arena_plan_core::model::{Bank, Buffer};

/// Capacity of a bank that has room for everything in a draft.
const ENOUGH: u64 = 1 << 48;

/// Plans by first fit, above the capacities if the plan does not fit; `STEPS2` is twice the number of steps.
pub const fn draft<const BANKS: usize, const BUFFERS: usize, const STEPS2: usize>(
    banks: &[Bank; BANKS],
    buffers: &[Buffer<'_>; BUFFERS],
    orders: Orders,
    needed: &[Life],
) -> Plan<BANKS, BUFFERS> {
    let tight = plan::<BANKS, BUFFERS, STEPS2>(banks, buffers, orders, needed);
    if tight.fault.is_none() {
        return tight;
    }
    let mut wide = *banks;
    let mut bank = 0;
    while bank < BANKS {
        wide[bank].capacity = ENOUGH;
        wide[bank].reserve = 0;
        bank += 1;
    }
    plan::<BANKS, BUFFERS, STEPS2>(&wide, buffers, orders, needed)
}

#[cfg(test)]
mod tests {
    use super::{Bank, Buffer, Orders, draft};

    #[test]
    fn a_buffer_that_does_not_fit_is_above_the_capacity() {
        let banks = [Bank::new(8)];
        let buffers = [Buffer::new(8, 4, 0, 1, &[0]), Buffer::new(4, 4, 1, 1, &[0]).with_rank(1)];
        let plan = draft::<1, 2, 4>(&banks, &buffers, Orders::Fast, &[]);
        assert_eq!((plan.high_water, plan.fault), ([12], None));
        let roomy = draft::<1, 2, 4>(&[Bank::new(12)], &buffers, Orders::Fast, &[]);
        assert_eq!(plan.placements, roomy.placements);
    }
}
