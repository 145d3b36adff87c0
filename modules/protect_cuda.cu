/* The module of `croupier protect` for graphics processors of NVIDIA.
 *
 * The numbers come from holdem_batch.h, function by function; here is only who calls them: which
 * thread does which row of which case, and where the tables lie. A lane is what one thread of the
 * program works with: a stream, and memory for a batch of cases. Tables of the question lie on the
 * device once for all lanes.
 */
#include "modules/holdem_batch.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <type_traits>

namespace
{

constexpr uint32_t CAPACITY_MAX = 256; /* cases of a batch */
constexpr uint32_t CASE_THREADS = 128; /* threads of a block, each with a case of its own */
constexpr uint32_t CLASSES_A_BLOCK = 8;
constexpr uint32_t ROWS_A_BLOCK = 8;
constexpr uint32_t BOARDS_A_BLOCK = 64;

/* ---- What runs on the device ---- */

/* One class of boards, where all threads of a block read it. */
struct shared_class {
    int16_t ranks[PAIR_KINDS][PAIR_LANES];
    kind_odds kinds;
    class_odds odds;
};

__device__ void copy_bytes(void *to, const void *from, unsigned bytes)
{
    /* All sizes here are multiples of four. */
    for (unsigned i = threadIdx.x; i < bytes / 4; i += blockDim.x)
        static_cast<uint32_t *>(to)[i] = static_cast<const uint32_t *>(from)[i];
}

__global__ void fill_kernel(const __grid_constant__ holdem_batch b, unsigned sort, uint32_t classes)
{
    __shared__ __align__(16) shared_class here;
    __shared__ uint8_t dead[DEAD_MAX * CASE_THREADS];
    const uint32_t column = blockIdx.y * blockDim.x + threadIdx.x;
    const bool is_used = column < b.count;
    kinds_seen seen = seen_at(&b, sort, is_used ? column : 0);
    for (unsigned i = 0; i < seen.dead_count; i++)
        dead[i * CASE_THREADS + threadIdx.x] = seen.dead[(size_t)i * seen.stride];
    /* The dealer's two cards as well: both are read with the same stride. */
    __shared__ uint8_t dealer[2 * CASE_THREADS];
    for (unsigned i = 0; i < seen.dealer_count; i++)
        dealer[i * CASE_THREADS + threadIdx.x] = seen.dealer[(size_t)i * seen.stride];
    seen.dead = dead + threadIdx.x;
    seen.dealer = dealer + threadIdx.x;
    seen.stride = CASE_THREADS;
    for (uint32_t i = 0; i < CLASSES_A_BLOCK; i++) {
        const uint32_t number = blockIdx.x * CLASSES_A_BLOCK + i;
        if (number >= classes)
            break;
        const class_place place = class_find(&b, sort, number);
        __syncthreads();
        copy_bytes(here.ranks, b.tables.ranks[place.ranks], sizeof here.ranks);
        copy_bytes(&here.kinds, place.kinds, sizeof here.kinds);
        copy_bytes(&here.odds, place.odds, sizeof here.odds);
        __syncthreads();
        const class_view view = {here.ranks, &here.odds, &here.kinds,
                                 b.tables.rules.qualifying_rank};
        if (is_used)
            class_play(&b, sort, number, column, &view, &seen);
    }
}

__global__ void level_kernel(const __grid_constant__ holdem_batch b, unsigned cards,
                             unsigned quantity, uint32_t rows)
{
    const uint32_t column = blockIdx.y * blockDim.x + threadIdx.x;
    const uint32_t first = blockIdx.x * ROWS_A_BLOCK;
    for (uint32_t row = first; row < first + ROWS_A_BLOCK && row < rows; row++)
        if (column < b.count)
            level_row_sum(&b, cards, quantity, row, column);
}

__global__ void four_kernel(const __grid_constant__ holdem_batch b)
{
    const uint32_t column = blockIdx.y * blockDim.x + threadIdx.x;
    const uint32_t first = blockIdx.x * BOARDS_A_BLOCK;
    for (uint32_t i = first; i < first + BOARDS_A_BLOCK && i < HOLDEM_FOURS; i++)
        if (column < b.count)
            four_play(&b, i, column);
}

__global__ void flop_kernel(const __grid_constant__ holdem_batch b)
{
    const uint32_t column = blockIdx.y * blockDim.x + threadIdx.x;
    const uint32_t first = blockIdx.x * BOARDS_A_BLOCK;
    int64_t sums[ALL_SUMS];
    if (column >= b.count)
        return;
    for (unsigned k = 0; k < ALL_SUMS; k++)
        sums[k] = 0;
    for (uint32_t i = first; i < first + BOARDS_A_BLOCK && i < HOLDEM_THREES; i++)
        flop_play(&b, i, column, sums);
    for (unsigned k = 0; k < ALL_SUMS; k++)
        ADD_UP(&b.few[k * b.capacity + column], sums[k]);
}

/* ---- Memory ---- */

struct fault_text {
    char *text;
    size_t room;
    bool failed;

    bool check(cudaError_t code, const char *what)
    {
        if (code == cudaSuccess)
            return true;
        if (!failed)
            snprintf(text, room, "%s: %s", what, cudaGetErrorString(code));
        failed = true;
        return false;
    }
};

/* Pieces of device memory that are freed together. */
struct device_memory {
    void *pieces[64];
    unsigned count;

    template <class T> T *take(size_t number, fault_text &fault)
    {
        void *piece = nullptr;
        if (fault.failed || !fault.check(cudaMalloc(&piece, number * sizeof(T)), "memory"))
            return nullptr;
        pieces[count++] = piece;
        return static_cast<T *>(piece);
    }

    /* A copy of a table. The type of what is pointed to is written out, for tables of rows. */
    template <class T> const T *copy(const T *from, size_t number, fault_text &fault)
    {
        typedef typename std::remove_const<T>::type plain;
        plain *to = take<plain>(number, fault);
        if (to)
            fault.check(cudaMemcpy(to, from, number * sizeof(T), cudaMemcpyHostToDevice), "copy");
        return to;
    }

    void free_all()
    {
        while (count > 0)
            cudaFree(pieces[--count]);
    }
};

/* ---- The question's tables ---- */

struct module_state {
    std::mutex lock;
    unsigned lanes;
    device_memory memory;
    holdem_tables tables; /* with pointers on the device, while there are lanes */
};

module_state state;

void step_copy(holdem_step &s, device_memory &m, fault_text &f)
{
    s.plain = m.copy(s.plain, s.plain_rows, f);
    s.plain_left = m.copy(s.plain_left, s.plain_rows, f);
    s.suited = m.copy(s.suited, s.flush_rows, f);
    s.others = m.copy(s.others, s.flush_rows, f);
    s.others_left = m.copy(s.others_left, s.flush_rows, f);
    s.mask = m.copy(s.mask, s.flush_rows, f);
}

bool tables_take(const holdem_tables *from, fault_text &f)
{
    std::lock_guard<std::mutex> hold(state.lock);
    if (state.lanes++ > 0)
        return true;
    holdem_tables &t = state.tables;
    device_memory &m = state.memory;
    t = *from;
    t.blind = m.copy(t.blind, CR_RANKS_FIVE + 1, f);
    t.ranks = m.copy(t.ranks, MULTISETS_5 + FLUSH_CLASSES_5, f);
    t.plain_of = m.copy(t.plain_of, FLUSH_CLASSES_5, f);
    step_copy(t.steps[0], m, f);
    step_copy(t.steps[1], m, f);
    t.threes = m.copy(t.threes, HOLDEM_THREES, f);
    t.fours = m.copy(t.fours, HOLDEM_FOURS, f);
    if (f.failed) {
        m.free_all();
        state.lanes--;
    }
    return !f.failed;
}

void tables_leave()
{
    std::lock_guard<std::mutex> hold(state.lock);
    if (--state.lanes == 0)
        state.memory.free_all();
}

/* ---- A lane ---- */

struct lane {
    cudaStream_t stream;
    device_memory memory;
    holdem_batch batch;     /* with pointers on the device */
    batch_cards host_cards; /* columns as they are written before they are copied */
    int64_t *host_few;
    class_odds *plain;
    class_odds (*flush)[FLUSH_CLASSES_5];
    kind_odds *plain_kinds;
    kind_odds (*flush_kinds)[FLUSH_CLASSES_5];
    uint8_t *five, *four, *three;
};

void hand_memory(lane *l, fault_text &f)
{
    device_memory &m = l->memory;
    holdem_hand_view &h = l->batch.hand;
    h.plain = l->plain = m.take<class_odds>(MULTISETS_5, f);
    h.flush = l->flush = m.take<class_odds[FLUSH_CLASSES_5]>(HOLE_VARIANTS, f);
    h.plain_kinds = l->plain_kinds = m.take<kind_odds>(MULTISETS_5, f);
    h.flush_kinds = l->flush_kinds = m.take<kind_odds[FLUSH_CLASSES_5]>(HOLE_VARIANTS, f);
    h.five = l->five = m.take<uint8_t>(HOLDEM_FIVES, f);
    h.four = l->four = m.take<uint8_t>(HOLDEM_FOURS, f);
    h.three = l->three = m.take<uint8_t>(HOLDEM_THREES, f);
    h.variant = nullptr;
}

size_t cards_bytes(uint32_t capacity)
{
    return capacity * (sizeof(uint64_t) + CR_SUITS * sizeof(uint16_t) + CR_RANKS + BOARD_SORTS * 2 +
                       BOARD_SORTS * DEAD_MAX);
}

/* All columns in one piece, the widest numbers first. */
batch_cards cards_place(void *memory, uint32_t capacity)
{
    batch_cards c;
    c.gone = static_cast<uint64_t *>(memory);
    c.by_suit = reinterpret_cast<uint16_t *>(c.gone + capacity);
    c.by_rank = reinterpret_cast<uint8_t *>(c.by_suit + CR_SUITS * capacity);
    c.dealer_kinds = c.by_rank + CR_RANKS * capacity;
    c.dead_kinds = c.dealer_kinds + BOARD_SORTS * 2 * capacity;
    return c;
}

void batch_memory(lane *l, fault_text &f)
{
    holdem_batch &b = l->batch;
    device_memory &m = l->memory;
    for (unsigned k = 0; k < ALL_SUMS; k++) {
        for (unsigned cards = 3; cards <= 5; cards++)
            if (level_needs(&b, cards, k))
                b.level[cards - 3][k] =
                    m.take<int64_t>((size_t)level_rows(&b, cards) * b.capacity, f);
        if (b.has_four && !is_board_sum(k))
            b.three[k] = m.take<int64_t>((size_t)HOLDEM_THREES * b.capacity, f);
    }
    b.few = m.take<int64_t>((size_t)ALL_SUMS * b.capacity, f);
    b.cards = cards_place(m.take<uint8_t>(cards_bytes(b.capacity), f), b.capacity);
}

void lane_free(void *given)
{
    lane *l = static_cast<lane *>(given);
    l->memory.free_all();
    if (l->stream)
        cudaStreamDestroy(l->stream);
    cudaFreeHost(l->host_cards.gone);
    cudaFreeHost(l->host_few);
    tables_leave();
    delete l;
}

/* Cases that fit: a lane takes half of what is free at most, so that others find memory too. */
uint32_t capacity_of(holdem_batch b)
{
    size_t bytes = cards_bytes(1), free_bytes = 0, all_bytes = 0;
    for (unsigned k = 0; k < ALL_SUMS; k++) {
        for (unsigned cards = 3; cards <= 5; cards++)
            bytes += level_needs(&b, cards, k) ? level_rows(&b, cards) * sizeof(int64_t) : 0;
        bytes += b.has_four && !is_board_sum(k) ? HOLDEM_THREES * sizeof(int64_t) : 0;
    }
    if (cudaMemGetInfo(&free_bytes, &all_bytes) != cudaSuccess)
        return 32;
    const size_t fit = free_bytes / 2 / bytes / 32 * 32;
    return fit < 32 ? 32 : fit < CAPACITY_MAX ? (uint32_t)fit : CAPACITY_MAX;
}

void *lane_new(void *context, const holdem_tables *tables, char *text, size_t room)
{
    fault_text f = {text, room, false};
    (void)context;
    if (!tables_take(tables, f))
        return nullptr;
    lane *l = new lane();
    void *columns = nullptr, *few = nullptr;
    l->batch.tables = state.tables;
    batch_plan(&l->batch);
    const uint32_t capacity = l->batch.capacity = capacity_of(l->batch);
    f.check(cudaStreamCreateWithFlags(&l->stream, cudaStreamNonBlocking), "stream");
    f.check(cudaMallocHost(&columns, cards_bytes(capacity)), "memory");
    l->host_cards = cards_place(columns, capacity);
    f.check(cudaMallocHost(&few, ALL_SUMS * capacity * sizeof(int64_t)), "memory");
    l->host_few = static_cast<int64_t *>(few);
    hand_memory(l, f);
    batch_memory(l, f);
    if (!f.failed) {
        memset(columns, 0, cards_bytes(capacity));
        return l;
    }
    lane_free(l);
    return nullptr;
}

template <class T> void copy_in(lane *l, T *to, const T *from, size_t number, fault_text &f)
{
    f.check(cudaMemcpyAsync(to, from, number * sizeof(T), cudaMemcpyHostToDevice, l->stream),
            "copy");
}

bool hand_set(void *given, const holdem_hand_view *h, char *text, size_t room)
{
    lane *l = static_cast<lane *>(given);
    fault_text f = {text, room, false};
    memcpy(l->batch.variant, h->variant, sizeof l->batch.variant);
    copy_in(l, l->plain, h->plain, MULTISETS_5, f);
    copy_in(l, l->flush, h->flush, HOLE_VARIANTS, f);
    copy_in(l, l->plain_kinds, h->plain_kinds, MULTISETS_5, f);
    copy_in(l, l->flush_kinds, h->flush_kinds, HOLE_VARIANTS, f);
    copy_in(l, l->five, h->five, HOLDEM_FIVES, f);
    copy_in(l, l->four, h->four, HOLDEM_FOURS, f);
    copy_in(l, l->three, h->three, HOLDEM_THREES, f);
    f.check(cudaStreamSynchronize(l->stream), "copy");
    return !f.failed;
}

/* ---- A batch ---- */

dim3 grid_of(const holdem_batch &b, uint32_t rows, uint32_t rows_a_block)
{
    return dim3((rows + rows_a_block - 1) / rows_a_block,
                (b.count + CASE_THREADS - 1) / CASE_THREADS);
}

void launch_fill(lane *l)
{
    const holdem_batch &b = l->batch;
    fill_kernel<<<grid_of(b, MULTISETS_5, CLASSES_A_BLOCK), CASE_THREADS, 0, l->stream>>>(
        b, PLAIN_SORT, MULTISETS_5);
    for (unsigned suit = 0; suit < CR_SUITS; suit++)
        fill_kernel<<<grid_of(b, FLUSH_CLASSES_5, CLASSES_A_BLOCK), CASE_THREADS, 0, l->stream>>>(
            b, suit, FLUSH_CLASSES_5);
}

void launch_level(lane *l, unsigned cards)
{
    const holdem_batch &b = l->batch;
    const uint32_t rows = level_rows(&b, cards);
    for (unsigned k = 0; k < ALL_SUMS; k++)
        if (level_needs(&b, cards, k))
            level_kernel<<<grid_of(b, rows, ROWS_A_BLOCK), CASE_THREADS, 0, l->stream>>>(b, cards,
                                                                                         k, rows);
}

void launch_fours(lane *l, fault_text &f)
{
    const holdem_batch &b = l->batch;
    for (unsigned k = 0; k < ALL_SUMS; k++)
        if (!is_board_sum(k))
            f.check(cudaMemsetAsync(b.three[k], 0,
                                    (size_t)HOLDEM_THREES * b.capacity * sizeof(int64_t),
                                    l->stream),
                    "memory");
    four_kernel<<<grid_of(b, HOLDEM_FOURS, BOARDS_A_BLOCK), CASE_THREADS, 0, l->stream>>>(b);
}

void play_columns(lane *l, fault_text &f)
{
    const holdem_batch &b = l->batch;
    const size_t few_bytes = ALL_SUMS * b.capacity * sizeof(int64_t);
    copy_in(l, reinterpret_cast<uint8_t *>(b.cards.gone),
            reinterpret_cast<const uint8_t *>(l->host_cards.gone), cards_bytes(b.capacity), f);
    f.check(cudaMemsetAsync(b.few, 0, few_bytes, l->stream), "memory");
    launch_fill(l);
    launch_level(l, 4);
    if (b.has_four)
        launch_fours(l, f);
    launch_level(l, 3);
    flop_kernel<<<grid_of(b, HOLDEM_THREES, BOARDS_A_BLOCK), CASE_THREADS, 0, l->stream>>>(b);
    f.check(cudaGetLastError(), "kernel");
    f.check(cudaMemcpyAsync(l->host_few, b.few, few_bytes, cudaMemcpyDeviceToHost, l->stream),
            "copy");
    f.check(cudaStreamSynchronize(l->stream), "kernel");
}

void sums_read(const lane *l, holdem_sums *out)
{
    for (uint32_t i = 0; i < l->batch.count; i++) {
        for (unsigned k = 0; k < QUANTITIES; k++)
            out[i].q[k] = l->host_few[k * l->batch.capacity + i];
        out[i].base_value = l->host_few[BASE_VALUE * l->batch.capacity + i];
    }
}

bool play(void *given, const holdem_case *cases, unsigned count, holdem_sums *out, char *text,
          size_t room)
{
    lane *l = static_cast<lane *>(given);
    holdem_batch &b = l->batch;
    fault_text f = {text, room, false};
    for (unsigned done = 0; done < count && !f.failed; done += b.count) {
        b.count = count - done < b.capacity ? count - done : b.capacity;
        for (uint32_t i = 0; i < b.count; i++)
            case_put(&cases[done + i], i, b.capacity, &l->host_cards);
        play_columns(l, f);
        if (!f.failed)
            sums_read(l, out + done);
    }
    return !f.failed;
}

/* ---- The module ---- */

void *start(char *fault, size_t room)
{
    int devices = 0;
    const cudaError_t code = cudaGetDeviceCount(&devices);
    if (code == cudaSuccess && devices > 0)
        return &state;
    snprintf(fault, room, "no graphics processor that CUDA can use%s%s",
             code == cudaSuccess ? "" : ": ", code == cudaSuccess ? "" : cudaGetErrorString(code));
    return nullptr;
}

void stop(void *context, bool failed)
{
    (void)context;
    (void)failed;
}

const protect_device device = {lane_new, lane_free, hand_set, play};

} // namespace

extern "C" {
extern const cr_protect_module cr_protect_module;
const struct cr_protect_module cr_protect_module = {
    PROTECT_MODULE_VERSION, "cuda", start, stop, nullptr, &device};
}
