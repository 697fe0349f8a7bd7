// Made by generate.py. Do not edit.

pub use root::*;

const _: () = ::planus::check_version_compatibility("planus-1.3.0");

/// The root namespace
///
/// Generated from these locations:
/// * File `arena-plan-models/src/tflite/schema.fbs`
#[no_implicit_prelude]
#[allow(clippy::needless_lifetimes)]
mod root {
    /// The namespace `tflite`
    ///
    /// Generated from these locations:
    /// * File `arena-plan-models/src/tflite/schema.fbs`
    pub mod tflite {

        /// Reference to a deserialized [Quantization].
        #[derive(Copy, Clone)]
        pub struct QuantizationRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> QuantizationRef<'a> {
            /// Getter for the `min` field.
            #[inline]
            pub fn min(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, f32>>> {
                self.0.access(0, "Quantization", "min")
            }

            /// Getter for the `max` field.
            #[inline]
            pub fn max(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, f32>>> {
                self.0.access(1, "Quantization", "max")
            }

            /// Getter for the `scale` field.
            #[inline]
            pub fn scale(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, f32>>> {
                self.0.access(2, "Quantization", "scale")
            }

            /// Getter for the `zero_point` field.
            #[inline]
            pub fn zero_point(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, i64>>> {
                self.0.access(3, "Quantization", "zero_point")
            }
        }

        impl<'a> ::planus::TableRead<'a> for QuantizationRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for QuantizationRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[QuantizationRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// Reference to a deserialized [Sparsity].
        #[derive(Copy, Clone)]
        pub struct SparsityRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> SparsityRef<'a> {
            /// Getter for the `traversal_order` field.
            #[inline]
            pub fn traversal_order(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, i32>>> {
                self.0.access(0, "Sparsity", "traversal_order")
            }
        }

        impl<'a> ::planus::TableRead<'a> for SparsityRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for SparsityRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[SparsityRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// Reference to a deserialized [Tensor].
        #[derive(Copy, Clone)]
        pub struct TensorRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> TensorRef<'a> {
            /// Getter for the `shape` field.
            #[inline]
            pub fn shape(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, i32>>> {
                self.0.access(0, "Tensor", "shape")
            }

            /// Getter for the `type` field.
            #[inline]
            pub fn type_(&self) -> ::planus::Result<i8> {
                ::core::result::Result::Ok(self.0.access(1, "Tensor", "type_")?.unwrap_or(0))
            }

            /// Getter for the `buffer` field.
            #[inline]
            pub fn buffer(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(2, "Tensor", "buffer")?.unwrap_or(0))
            }

            /// Getter for the `name` field.
            #[inline]
            pub fn name(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(3, "Tensor", "name")
            }

            /// Getter for the `quantization` field.
            #[inline]
            pub fn quantization(
                &self,
            ) -> ::planus::Result<::core::option::Option<self::QuantizationRef<'a>>> {
                self.0.access(4, "Tensor", "quantization")
            }

            /// Getter for the `is_variable` field.
            #[inline]
            pub fn is_variable(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(5, "Tensor", "is_variable")?.unwrap_or(false))
            }

            /// Getter for the `sparsity` field.
            #[inline]
            pub fn sparsity(&self) -> ::planus::Result<::core::option::Option<self::SparsityRef<'a>>> {
                self.0.access(6, "Tensor", "sparsity")
            }

            /// Getter for the `shape_signature` field.
            #[inline]
            pub fn shape_signature(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, i32>>> {
                self.0.access(7, "Tensor", "shape_signature")
            }
        }

        impl<'a> ::planus::TableRead<'a> for TensorRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for TensorRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[TensorRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// Reference to a deserialized [OperatorCode].
        #[derive(Copy, Clone)]
        pub struct OperatorCodeRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> OperatorCodeRef<'a> {
            /// Getter for the `old_code` field.
            #[inline]
            pub fn old_code(&self) -> ::planus::Result<i8> {
                ::core::result::Result::Ok(self.0.access(0, "OperatorCode", "old_code")?.unwrap_or(0))
            }

            /// Getter for the `custom_code` field.
            #[inline]
            pub fn custom_code(
                &self,
            ) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(1, "OperatorCode", "custom_code")
            }

            /// Getter for the `version` field.
            #[inline]
            pub fn version(&self) -> ::planus::Result<i32> {
                ::core::result::Result::Ok(self.0.access(2, "OperatorCode", "version")?.unwrap_or(1))
            }

            /// Getter for the `code` field.
            #[inline]
            pub fn code(&self) -> ::planus::Result<i32> {
                ::core::result::Result::Ok(self.0.access(3, "OperatorCode", "code")?.unwrap_or(0))
            }
        }

        impl<'a> ::planus::TableRead<'a> for OperatorCodeRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for OperatorCodeRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[OperatorCodeRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// Reference to a deserialized [Options].
        #[derive(Copy, Clone)]
        pub struct OptionsRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> OptionsRef<'a> {
            /// Getter for the `first` field.
            #[inline]
            pub fn first(&self) -> ::planus::Result<i32> {
                ::core::result::Result::Ok(self.0.access(0, "Options", "first")?.unwrap_or(0))
            }

            /// Getter for the `second` field.
            #[inline]
            pub fn second(&self) -> ::planus::Result<i32> {
                ::core::result::Result::Ok(self.0.access(1, "Options", "second")?.unwrap_or(0))
            }
        }

        impl<'a> ::planus::TableRead<'a> for OptionsRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for OptionsRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[OptionsRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// Reference to a deserialized [Operator].
        #[derive(Copy, Clone)]
        pub struct OperatorRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> OperatorRef<'a> {
            /// Getter for the `opcode_index` field.
            #[inline]
            pub fn opcode_index(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(0, "Operator", "opcode_index")?.unwrap_or(0))
            }

            /// Getter for the `inputs` field.
            #[inline]
            pub fn inputs(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, i32>>> {
                self.0.access(1, "Operator", "inputs")
            }

            /// Getter for the `outputs` field.
            #[inline]
            pub fn outputs(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, i32>>> {
                self.0.access(2, "Operator", "outputs")
            }

            /// Getter for the `options_type` field.
            #[inline]
            pub fn options_type(&self) -> ::planus::Result<u8> {
                ::core::result::Result::Ok(self.0.access(3, "Operator", "options_type")?.unwrap_or(0))
            }

            /// Getter for the `options` field.
            #[inline]
            pub fn options(&self) -> ::planus::Result<::core::option::Option<self::OptionsRef<'a>>> {
                self.0.access(4, "Operator", "options")
            }

            /// Getter for the `custom_options` field.
            #[inline]
            pub fn custom_options(&self) -> ::planus::Result<::core::option::Option<&'a [u8]>> {
                self.0.access(5, "Operator", "custom_options")
            }

            /// Getter for the `custom_options_format` field.
            #[inline]
            pub fn custom_options_format(&self) -> ::planus::Result<i8> {
                ::core::result::Result::Ok(
                    self.0.access(6, "Operator", "custom_options_format")?.unwrap_or(0),
                )
            }

            /// Getter for the `mutating_variable_inputs` field.
            #[inline]
            pub fn mutating_variable_inputs(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, bool>>> {
                self.0.access(7, "Operator", "mutating_variable_inputs")
            }

            /// Getter for the `intermediates` field.
            #[inline]
            pub fn intermediates(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, i32>>> {
                self.0.access(8, "Operator", "intermediates")
            }

            /// Getter for the `large_custom_options_offset` field.
            #[inline]
            pub fn large_custom_options_offset(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(
                    self.0.access(9, "Operator", "large_custom_options_offset")?.unwrap_or(0),
                )
            }

            /// Getter for the `large_custom_options_size` field.
            #[inline]
            pub fn large_custom_options_size(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(
                    self.0.access(10, "Operator", "large_custom_options_size")?.unwrap_or(0),
                )
            }
        }

        impl<'a> ::planus::TableRead<'a> for OperatorRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for OperatorRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[OperatorRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// Reference to a deserialized [SubGraph].
        #[derive(Copy, Clone)]
        pub struct SubGraphRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> SubGraphRef<'a> {
            /// Getter for the `tensors` field.
            #[inline]
            pub fn tensors(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::TensorRef<'a>>>>,
            > {
                self.0.access(0, "SubGraph", "tensors")
            }

            /// Getter for the `inputs` field.
            #[inline]
            pub fn inputs(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, i32>>> {
                self.0.access(1, "SubGraph", "inputs")
            }

            /// Getter for the `outputs` field.
            #[inline]
            pub fn outputs(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, i32>>> {
                self.0.access(2, "SubGraph", "outputs")
            }

            /// Getter for the `operators` field.
            #[inline]
            pub fn operators(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::OperatorRef<'a>>>>,
            > {
                self.0.access(3, "SubGraph", "operators")
            }

            /// Getter for the `name` field.
            #[inline]
            pub fn name(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(4, "SubGraph", "name")
            }
        }

        impl<'a> ::planus::TableRead<'a> for SubGraphRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for SubGraphRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[SubGraphRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// Reference to a deserialized [Buffer].
        #[derive(Copy, Clone)]
        pub struct BufferRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> BufferRef<'a> {
            /// Getter for the `data` field.
            #[inline]
            pub fn data(&self) -> ::planus::Result<::core::option::Option<&'a [u8]>> {
                self.0.access(0, "Buffer", "data")
            }

            /// Getter for the `offset` field.
            #[inline]
            pub fn offset(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(1, "Buffer", "offset")?.unwrap_or(0))
            }

            /// Getter for the `size` field.
            #[inline]
            pub fn size(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(2, "Buffer", "size")?.unwrap_or(0))
            }
        }

        impl<'a> ::planus::TableRead<'a> for BufferRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for BufferRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[BufferRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// Reference to a deserialized [Metadata].
        #[derive(Copy, Clone)]
        pub struct MetadataRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> MetadataRef<'a> {
            /// Getter for the `name` field.
            #[inline]
            pub fn name(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(0, "Metadata", "name")
            }

            /// Getter for the `buffer` field.
            #[inline]
            pub fn buffer(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(1, "Metadata", "buffer")?.unwrap_or(0))
            }
        }

        impl<'a> ::planus::TableRead<'a> for MetadataRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for MetadataRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[MetadataRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// Reference to a deserialized [TensorMap].
        #[derive(Copy, Clone)]
        pub struct TensorMapRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> TensorMapRef<'a> {
            /// Getter for the `name` field.
            #[inline]
            pub fn name(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(0, "TensorMap", "name")
            }

            /// Getter for the `tensor_index` field.
            #[inline]
            pub fn tensor_index(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(1, "TensorMap", "tensor_index")?.unwrap_or(0))
            }
        }

        impl<'a> ::planus::TableRead<'a> for TensorMapRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for TensorMapRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[TensorMapRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// Reference to a deserialized [SignatureDef].
        #[derive(Copy, Clone)]
        pub struct SignatureDefRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> SignatureDefRef<'a> {
            /// Getter for the `inputs` field.
            #[inline]
            pub fn inputs(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::TensorMapRef<'a>>>>,
            > {
                self.0.access(0, "SignatureDef", "inputs")
            }

            /// Getter for the `outputs` field.
            #[inline]
            pub fn outputs(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::TensorMapRef<'a>>>>,
            > {
                self.0.access(1, "SignatureDef", "outputs")
            }

            /// Getter for the `signature_key` field.
            #[inline]
            pub fn signature_key(
                &self,
            ) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(2, "SignatureDef", "signature_key")
            }

            /// Getter for the `tag` field.
            #[inline]
            pub fn tag(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(3, "SignatureDef", "tag")
            }

            /// Getter for the `subgraph_index` field.
            #[inline]
            pub fn subgraph_index(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(4, "SignatureDef", "subgraph_index")?.unwrap_or(0))
            }
        }

        impl<'a> ::planus::TableRead<'a> for SignatureDefRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for SignatureDefRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[SignatureDefRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// Reference to a deserialized [Model].
        #[derive(Copy, Clone)]
        pub struct ModelRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ModelRef<'a> {
            #[inline]
            pub fn version(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(0, "Model", "version")?.unwrap_or(0))
            }

            #[inline]
            pub fn operator_codes(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::OperatorCodeRef<'a>>>>,
            > {
                self.0.access(1, "Model", "operator_codes")
            }

            #[inline]
            pub fn subgraphs(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::SubGraphRef<'a>>>>,
            > {
                self.0.access(2, "Model", "subgraphs")
            }

            #[inline]
            pub fn description(
                &self,
            ) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(3, "Model", "description")
            }

            #[inline]
            pub fn buffers(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::BufferRef<'a>>>>,
            > {
                self.0.access(4, "Model", "buffers")
            }

            #[inline]
            pub fn metadata_buffer(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, i32>>> {
                self.0.access(5, "Model", "metadata_buffer")
            }

            #[inline]
            pub fn metadata(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::MetadataRef<'a>>>>,
            > {
                self.0.access(6, "Model", "metadata")
            }

            #[inline]
            pub fn signature_defs(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::SignatureDefRef<'a>>>>,
            > {
                self.0.access(7, "Model", "signature_defs")
            }
        }

        impl<'a> ::planus::TableRead<'a> for ModelRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ModelRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ModelRef]", "get", buffer.offset_from_start)
                })
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ModelRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ModelRef]", "read_as_root", 0))
            }
        }

        /// Reference to a deserialized [HandleOptions].
        #[derive(Copy, Clone)]
        pub struct HandleOptionsRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> HandleOptionsRef<'a> {
            /// Getter for the `container` field.
            #[inline]
            pub fn container(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(0, "HandleOptions", "container")
            }

            /// Getter for the `shared_name` field.
            #[inline]
            pub fn shared_name(
                &self,
            ) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(1, "HandleOptions", "shared_name")
            }
        }

        impl<'a> ::planus::TableRead<'a> for HandleOptionsRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for HandleOptionsRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[HandleOptionsRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// Reference to a deserialized [HandleOperator].
        #[derive(Copy, Clone)]
        pub struct HandleOperatorRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> HandleOperatorRef<'a> {
            /// Getter for the `skipped0` field.
            #[inline]
            pub fn skipped0(&self) -> ::planus::Result<i8> {
                ::core::result::Result::Ok(self.0.access(0, "HandleOperator", "skipped0")?.unwrap_or(0))
            }

            /// Getter for the `skipped1` field.
            #[inline]
            pub fn skipped1(&self) -> ::planus::Result<i8> {
                ::core::result::Result::Ok(self.0.access(1, "HandleOperator", "skipped1")?.unwrap_or(0))
            }

            /// Getter for the `skipped2` field.
            #[inline]
            pub fn skipped2(&self) -> ::planus::Result<i8> {
                ::core::result::Result::Ok(self.0.access(2, "HandleOperator", "skipped2")?.unwrap_or(0))
            }

            /// Getter for the `skipped3` field.
            #[inline]
            pub fn skipped3(&self) -> ::planus::Result<i8> {
                ::core::result::Result::Ok(self.0.access(3, "HandleOperator", "skipped3")?.unwrap_or(0))
            }

            /// Getter for the `options` field.
            #[inline]
            pub fn options(&self) -> ::planus::Result<::core::option::Option<self::HandleOptionsRef<'a>>> {
                self.0.access(4, "HandleOperator", "options")
            }
        }

        impl<'a> ::planus::TableRead<'a> for HandleOperatorRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for HandleOperatorRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[HandleOperatorRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// Reference to a deserialized [HandleSubGraph].
        #[derive(Copy, Clone)]
        pub struct HandleSubGraphRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> HandleSubGraphRef<'a> {
            /// Getter for the `skipped0` field.
            #[inline]
            pub fn skipped0(&self) -> ::planus::Result<i8> {
                ::core::result::Result::Ok(self.0.access(0, "HandleSubGraph", "skipped0")?.unwrap_or(0))
            }

            /// Getter for the `skipped1` field.
            #[inline]
            pub fn skipped1(&self) -> ::planus::Result<i8> {
                ::core::result::Result::Ok(self.0.access(1, "HandleSubGraph", "skipped1")?.unwrap_or(0))
            }

            /// Getter for the `skipped2` field.
            #[inline]
            pub fn skipped2(&self) -> ::planus::Result<i8> {
                ::core::result::Result::Ok(self.0.access(2, "HandleSubGraph", "skipped2")?.unwrap_or(0))
            }

            /// Getter for the `operators` field.
            #[inline]
            pub fn operators(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::HandleOperatorRef<'a>>>>,
            > {
                self.0.access(3, "HandleSubGraph", "operators")
            }
        }

        impl<'a> ::planus::TableRead<'a> for HandleSubGraphRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for HandleSubGraphRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[HandleSubGraphRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// Reference to a deserialized [HandleModel].
        #[derive(Copy, Clone)]
        pub struct HandleModelRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> HandleModelRef<'a> {
            /// Getter for the `skipped0` field.
            #[inline]
            pub fn skipped0(&self) -> ::planus::Result<i8> {
                ::core::result::Result::Ok(self.0.access(0, "HandleModel", "skipped0")?.unwrap_or(0))
            }

            /// Getter for the `skipped1` field.
            #[inline]
            pub fn skipped1(&self) -> ::planus::Result<i8> {
                ::core::result::Result::Ok(self.0.access(1, "HandleModel", "skipped1")?.unwrap_or(0))
            }

            /// Getter for the `subgraphs` field.
            #[inline]
            pub fn subgraphs(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::HandleSubGraphRef<'a>>>>,
            > {
                self.0.access(2, "HandleModel", "subgraphs")
            }
        }

        impl<'a> ::planus::TableRead<'a> for HandleModelRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for HandleModelRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[HandleModelRef]", "get", buffer.offset_from_start)
                })
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for HandleModelRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[HandleModelRef]", "read_as_root", 0))
            }
        }
    }
}
