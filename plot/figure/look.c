/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/figure/look.h"

const struct dash look_mark_dash = {2, {2.2, 1.8}}, look_guide_dash = {2, {3, 2}},
                  look_mean_dash = {2, {1.2, 1.8}}, look_leader_dash = {2, {0.8, 1.6}},
                  look_earlier_dash = {2, {2.4, 1.2}};
