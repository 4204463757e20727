// axpy in Go.
package main

import "C"
import "unsafe"

//export daxpy_
func daxpy_(n *int32, a, x *float64, incx *int32, y *float64, incy *int32) {
	from, to := unsafe.Slice(x, *n), unsafe.Slice(y, *n)
	for i := range to {
		to[i] += *a * from[i]
	}
}

func main() {}
