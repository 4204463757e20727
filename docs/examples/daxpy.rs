// axpy in Rust.
use std::slice;

#[no_mangle]
pub unsafe extern "C" fn daxpy_(n: &i32, a: &f64, x: *const f64, _: &i32, y: *mut f64, _: &i32) {
    let x = slice::from_raw_parts(x, *n as usize);
    let y = slice::from_raw_parts_mut(y, *n as usize);
    for (y, x) in y.iter_mut().zip(x) {
        *y += a * x;
    }
}
