/* A plugin of QEMU that counts the instructions of a program: in all, and of each function that takes 10,000 or more. It is for
 * version 1 of QEMU's interface, that of 4.2 to 8.2, whose declarations stand here as Debian has no package of them. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t Id;
typedef struct Block Block;
typedef struct Instruction Instruction;

size_t qemu_plugin_tb_n_insns(const Block *);
Instruction *qemu_plugin_tb_get_insn(const Block *, size_t);
const char *qemu_plugin_insn_symbol(const Instruction *);
void qemu_plugin_register_vcpu_tb_trans_cb(Id, void (*)(Id, Block *));
void qemu_plugin_register_vcpu_insn_exec_inline(Instruction *, int add, void *, uint64_t);
void qemu_plugin_register_atexit_cb(Id, void (*)(Id, void *), void *);
void qemu_plugin_outs(const char *);

/* More than a program has functions. */
enum { PLACES = 1 << 18, LEAST = 10000 };
static struct {
    char *name;
    uint64_t count;
} functions[PLACES];

static uint64_t *count_of(const char *name) {
    uint32_t at = 5381;
    for (const char *c = name; *c; c++)
        at = at * 33 + (unsigned char)*c;
    for (at %= PLACES; functions[at].name && strcmp(functions[at].name, name); at = (at + 1) % PLACES)
        ;
    if (!functions[at].name)
        functions[at].name = strdup(name);
    return &functions[at].count;
}

static void translated(Id id, Block *block) {
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        Instruction *instruction = qemu_plugin_tb_get_insn(block, i);
        const char *name = qemu_plugin_insn_symbol(instruction);
        qemu_plugin_register_vcpu_insn_exec_inline(instruction, 0, count_of(name ? name : "?"), 1);
    }
}

static void ended(Id id, void *nothing) {
    uint64_t all = 0;
    char line[2048];
    for (int i = 0; i < PLACES; i++) {
        all += functions[i].count;
        if (functions[i].count >= LEAST) {
            snprintf(line, sizeof line, "%" PRIu64 " %s\n", functions[i].count, functions[i].name);
            qemu_plugin_outs(line);
        }
    }
    snprintf(line, sizeof line, "insns: %" PRIu64 "\n", all);
    qemu_plugin_outs(line);
}

int qemu_plugin_version = 1;

int qemu_plugin_install(Id id, const void *info, int count, char **arguments) {
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
