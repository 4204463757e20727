/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same as a driver of HIP, with no more functions than HIP 5.0 has. */
#define cuInit                   hipInit
#define cuDeviceGetCount         hipGetDeviceCount
#define cuDeviceGet              hipDeviceGet
#define cuDeviceGetName          hipDeviceGetName
#define cuDeviceTotalMem_v2      hipDeviceTotalMem
#define cuDeviceGetAttribute     hipDeviceGetAttribute
#define cuDeviceGetPCIBusId      hipDeviceGetPCIBusId
#define cuDriverGetVersion       hipDriverGetVersion
#define cuDevicePrimaryCtxRetain hipDevicePrimaryCtxRetain
#define cuCtxSetCurrent          hipCtxSetCurrent
#define cuMemAlloc_v2            hipMalloc
#define cuMemFree_v2             hipFree
#define cuMemcpyHtoDAsync_v2     hipMemcpyHtoDAsync
#define cuMemcpyDtoHAsync_v2     hipMemcpyDtoHAsync
#define cuMemcpyDtoDAsync_v2     hipMemcpyDtoDAsync
#define cuStreamCreate           hipStreamCreateWithFlags
#define cuStreamSynchronize      hipStreamSynchronize
#define cuEventCreate            hipEventCreateWithFlags
#define cuEventRecord            hipEventRecord
#define cuEventSynchronize       hipEventSynchronize
#define cuEventElapsedTime       hipEventElapsedTime
#define VERSION                  50221153 /* 5.2.21153 */
#include "fake_cuda.c"

const char *hipGetErrorName(int number) {
    return number == OUT_OF_MEMORY ? "hipErrorOutOfMemory" : "hipErrorUnknown";
}
