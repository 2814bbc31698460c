; What numba's code calls on wasm32: reference-counted memory, here one heap that only `reset`
; frees. numba's MemInfo is {reference count, destructor, its argument, data, size}.

@heap = internal global i32 0
@__heap_base = external global i8

; Forget everything at and above an address; everything where it is 0.
define void @reset(i32 %top) {
  %base = ptrtoint ptr @__heap_base to i32
  %unset = icmp eq i32 %top, 0
  %start = select i1 %unset, i32 %base, i32 %top
  %rounded = add i32 %start, 63
  %aligned = and i32 %rounded, -64
  store i32 %aligned, ptr @heap
  ret void
}

; Return the address of a block of bytes, a multiple of 64.
define i32 @allocate(i32 %size) {
  %top = load i32, ptr @heap
  %end = add i32 %top, %size
  %padded = add i32 %end, 63
  %next = and i32 %padded, -64
  %wrapped = icmp ult i32 %next, %top
  br i1 %wrapped, label %full, label %check
check:
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %have = shl i32 %pages, 16
  %fits = icmp ule i32 %next, %have
  br i1 %fits, label %done, label %grow
grow:
  %lack = sub i32 %next, %have
  %lack_up = add i32 %lack, 65535
  %more = lshr i32 %lack_up, 16
  %old = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %more)
  %failed = icmp eq i32 %old, -1
  br i1 %failed, label %full, label %done
full:
  call void @llvm.trap()
  unreachable
done:
  store i32 %next, ptr @heap
  ret i32 %top
}

; The address of a block of bytes, given as numba counts them.
define internal i32 @allocate_wide(i64 %size) {
  %large = icmp ugt i64 %size, 2147483647
  br i1 %large, label %full, label %go
full:
  call void @llvm.trap()
  unreachable
go:
  %size32 = trunc i64 %size to i32
  %at = call i32 @allocate(i32 %size32)
  ret i32 %at
}

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %with_head = add i64 %size, 64
  %at = call i32 @allocate_wide(i64 %with_head)
  %info = inttoptr i32 %at to ptr
  %data = getelementptr i8, ptr %info, i32 64
  store i64 1, ptr %info
  %data_field = getelementptr {i64, ptr, ptr, ptr, i64}, ptr %info, i32 0, i32 3
  store ptr %data, ptr %data_field
  ret ptr %info
}

define void @NRT_MemInfo_call_dtor(ptr %info) {
  ret void
}

; For copies of what is assigned to a part of the same array.
define ptr @NRT_Allocate(i64 %size) {
  %at = call i32 @allocate_wide(i64 %size)
  %pointer = inttoptr i32 %at to ptr
  ret ptr %pointer
}

define void @NRT_Free(ptr %pointer) {
  ret void
}

; The product of two 128-bit integers: the overflow checks of array sizes are lowered to it. Not
; optimized, because LLVM would know the pattern and call this function from itself.
define void @__multi3(ptr %out, i64 %al, i64 %ah, i64 %bl, i64 %bh) noinline optnone {
  %a0 = and i64 %al, 4294967295
  %a1 = lshr i64 %al, 32
  %b0 = and i64 %bl, 4294967295
  %b1 = lshr i64 %bl, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %p00_high = lshr i64 %p00, 32
  %p01_low = and i64 %p01, 4294967295
  %middle0 = add i64 %p10, %p00_high
  %middle = add i64 %middle0, %p01_low
  %middle_high = lshr i64 %middle, 32
  %p01_high = lshr i64 %p01, 32
  %high0 = add i64 %p11, %middle_high
  %high1 = add i64 %high0, %p01_high
  %cross0 = mul i64 %al, %bh
  %cross1 = mul i64 %ah, %bl
  %high2 = add i64 %high1, %cross0
  %high = add i64 %high2, %cross1
  %low = mul i64 %al, %bl
  store i64 %low, ptr %out
  %at_high = getelementptr i64, ptr %out, i32 1
  store i64 %high, ptr %at_high
  ret void
}

declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
declare void @llvm.trap()
