/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/file/filesystem.h"

#include <stddef.h>

static const struct {
    uint64_t type;
    const char *name;
} without_locks[] = {
    {0x00006969, "NFS"},          {0x0000517B, "SMB"},      {0xFF534D42, "SMB (cifs)"},
    {0xFE534D42, "SMB (smb3)"},   {0x01021997, "9p"},       {0x65735546, "FUSE"},
    {0x00C36400, "Ceph"},         {0x5346414F, "AFS"},      {0x6B414653, "AFS"},
    {0x73757245, "Coda"},         {0x0000564C, "NCP"},      {0x0BD00BD0, "Lustre"},
    {0x47504653, "GPFS"},         {0x19830326, "BeeGFS"},   {0x20030528, "OrangeFS"},
    {0x7461636F, "OCFS2"},        {0x01161970, "GFS2"},     {0xAAD7AAEA, "PanFS"},
    {0x786F4256, "VirtualBox's"}, {0xBACBACBC, "VMware's"}, {0x013111A8, "IBRIX"},
};

const char *filesystem_without_locks(uint64_t type) {
    for (size_t i = 0; i < sizeof without_locks / sizeof *without_locks; i++)
        if (without_locks[i].type == type)
            return without_locks[i].name;
    return NULL;
}
