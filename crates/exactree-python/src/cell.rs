//! The numbers a table may hold, and which of them mean no and yes.

use std::convert::Infallible;

use pyo3::prelude::*;

/// A number as it lies in a table.
pub trait Cell: Copy {
    /// No for 0, yes for 1, and nothing for any other number.
    fn answer(self) -> Option<bool>;

    /// The number for a message; integers are kept by their bits alone, so their sign is told apart.
    fn value(self, signed: bool) -> Value;
}

/// A cell that is neither 0 nor 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Negative(i64),
    Whole(u64),
    Real(f64),
}

macro_rules! integer {
    ($unsigned:ty, $signed:ty) => {
        impl Cell for $unsigned {
            #[inline(always)]
            fn answer(self) -> Option<bool> {
                (self <= 1).then_some(self == 1)
            }

            fn value(self, signed: bool) -> Value {
                match (signed, self.cast_signed()) {
                    (true, value @ ..0) => Value::Negative(i64::from(value)),
                    _ => Value::Whole(u64::from(self)),
                }
            }
        }
    };
}

macro_rules! real {
    ($float:ty) => {
        impl Cell for $float {
            #[inline(always)]
            fn answer(self) -> Option<bool> {
                // By bits, so that the compiler makes no jump of it: which answer comes cannot be foreseen. The shift
                // takes the sign of a negative zero away.
                let yes = self.to_bits() == <$float>::to_bits(1.0);
                let no = self.to_bits() << 1 == 0;
                (yes | no).then_some(yes)
            }

            fn value(self, _: bool) -> Value {
                Value::Real(f64::from(self))
            }
        }
    };
}

integer!(u8, i8);
integer!(u16, i16);
integer!(u32, i32);
integer!(u64, i64);
real!(f32);
real!(f64);

impl<'py> IntoPyObject<'py> for Value {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Infallible> {
        Ok(match self {
            Value::Negative(value) => value.into_pyobject(py)?.into_any(),
            Value::Whole(value) => value.into_pyobject(py)?.into_any(),
            Value::Real(value) => value.into_pyobject(py)?.into_any(),
        })
    }
}
