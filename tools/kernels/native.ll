; What numba's code calls for the arrays that a kernel makes: reference-counted memory. numba's
; MemInfo is {reference count, destructor, its argument, data, size}.

declare ptr @chatuchak_allocate(i64)
declare void @chatuchak_free(ptr)

; Memory for a number of bytes, at a multiple of 64; null where there is not enough.
define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %with_head = add i64 %size, 128
  %wrapped = icmp ult i64 %with_head, %size
  br i1 %wrapped, label %full, label %ask
ask:
  %info = call ptr @chatuchak_allocate(i64 %with_head)
  %none = icmp eq ptr %info, null
  br i1 %none, label %full, label %fill
fill:
  %address = ptrtoint ptr %info to i64
  %beyond = add i64 %address, 127
  %aligned = and i64 %beyond, -64
  %data = inttoptr i64 %aligned to ptr
  %data_field = getelementptr {i64, ptr, ptr, ptr, i64}, ptr %info, i32 0, i32 3
  store i64 1, ptr %info
  store ptr %data, ptr %data_field
  ret ptr %info
full:
  ret ptr null
}

define void @NRT_MemInfo_call_dtor(ptr %info) {
  call void @chatuchak_free(ptr %info)
  ret void
}

; For copies of what is assigned to a part of the same array.
define ptr @NRT_Allocate(i64 %size) {
  %pointer = call ptr @chatuchak_allocate(i64 %size)
  ret ptr %pointer
}

define void @NRT_Free(ptr %pointer) {
  call void @chatuchak_free(ptr %pointer)
  ret void
}
