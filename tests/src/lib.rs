//! Shared parts of the workspace tests.
//!
//! Blocks can also be in doctests, where the scope around them is a function:
//!
//! ```
//! use arena_plan::arena_plan;
//!
//! struct Own(u8, u16);
//! const LENGTH: usize = 5;
//!
//! arena_plan! {
//!     mod doc {
//!         bank ram { capacity: 64 }
//!         buffer own: [Own; LENGTH], live a = [const { Own(1, 2) }; LENGTH];
//!         buffer bytes: [u8; LENGTH], live b;
//!         step a;
//!         step b;
//!     }
//! }
//!
//! let a = doc::take().unwrap();
//! assert_eq!((a.own[4].0, a.own[4].1), (1, 2));
//! assert_eq!(*a.next().bytes, [0; LENGTH]);
//! ```
