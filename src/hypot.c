/* `hypot` and `hypotf` for programs on glibc, compiled by build.rs.
 *
 * Rust's `asinh` calls them, and tract has an operator with it. No voice uses that, but a program that could would ask for glibc
 * 2.35, whose only news for it these two are: without them 2.34 is enough (RHEL 9 and its kin, Amazon Linux 2023). */
#include <math.h>

__attribute__((visibility("hidden"))) float hypotf(float x, float y) {
    if (isinf(x) || isinf(y)) return INFINITY;
    return (float)sqrt((double)x * x + (double)y * y);
}

__attribute__((visibility("hidden"))) double hypot(double x, double y) {
    double scale = 1;
    x = fabs(x), y = fabs(y);
    if (isinf(x) || isinf(y)) return INFINITY;
    /* So that no square leaves the range. */
    if (x > 0x1p500 || y > 0x1p500) scale = 0x1p-600;
    if (x < 0x1p-500 && y < 0x1p-500) scale = 0x1p600;
    x *= scale, y *= scale;
    return sqrt(x * x + y * y) / scale;
}
