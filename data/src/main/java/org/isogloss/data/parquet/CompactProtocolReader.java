// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parquet;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the compact protocol of Thrift, in which Parquet describes itself. A list allocates memory
 * only for elements that are there, whatever length it claims.
 */
final class CompactProtocolReader {
  private static final int MAX_DEPTH = 32;
  private static final int MAX_VALUES = 2_000_000;

  /** The fields of a struct by their numbers. */
  record Struct(Map<Integer, Object> fields) {
    boolean has(int field) {
      return fields.containsKey(field);
    }

    Optional<Struct> struct(int field) {
      return Optional.ofNullable((Struct) fields.get(field));
    }

    Struct requireStruct(int field) throws IOException {
      return struct(field).orElseThrow(() -> missing(field));
    }

    Optional<Long> number(int field) {
      return Optional.ofNullable((Long) fields.get(field));
    }

    /** A number from 0 to the maximum of an integer. */
    int requireSize(int field) throws IOException {
      long value = number(field).orElseThrow(() -> missing(field));
      if (value < 0 || value > Integer.MAX_VALUE) {
        throw new IOException("field " + field + " is " + value + ", expected a size");
      }
      return (int) value;
    }

    long requireOffset(int field) throws IOException {
      long value = number(field).orElseThrow(() -> missing(field));
      if (value < 0) {
        throw new IOException("field " + field + " is " + value + ", expected an offset");
      }
      return value;
    }

    boolean flag(int field, boolean otherwise) {
      return (Boolean) fields.getOrDefault(field, otherwise);
    }

    String requireText(int field) throws IOException {
      byte[] bytes = (byte[]) fields.get(field);
      if (bytes == null) {
        throw missing(field);
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }

    List<?> list(int field) {
      return (List<?>) fields.getOrDefault(field, List.of());
    }

    private static IOException missing(int field) {
      return new IOException("field " + field + " is missing in its description");
    }
  }

  private final ByteBuffer in;
  private int values;

  /**
   * Creates a reader.
   *
   * @param in bytes from the first of a struct on; read up to its end
   */
  CompactProtocolReader(ByteBuffer in) {
    this.in = in;
  }

  /**
   * Reads a struct.
   *
   * @throws IOException if it is malformed
   * @throws BufferUnderflowException if its end is missing
   */
  Struct struct() throws IOException {
    return struct(0);
  }

  private Struct struct(int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      throw new IOException("its description is nested too deeply");
    }
    Map<Integer, Object> fields = new HashMap<>();
    int field = 0;
    while (true) {
      int header = in.get() & 0xff;
      int type = header & 0xf;
      if (type == 0) {
        return new Struct(fields);
      }
      field = header >> 4 == 0 ? (int) Varint.readSigned(in) : field + (header >> 4);
      fields.put(field, type <= 2 ? type == 1 : value(type, depth));
    }
  }

  private Object value(int type, int depth) throws IOException {
    if (++values > MAX_VALUES) {
      throw new IOException("its description has more than " + MAX_VALUES + " values");
    }
    return switch (type) {
      case 1, 2 -> in.get() == 1;
      case 3 -> (long) in.get();
      case 4, 5, 6 -> Varint.readSigned(in);
      case 7 -> in.getDouble();
      case 8 -> bytes();
      case 9, 10 -> list(depth);
      case 11 -> map(depth);
      case 12 -> struct(depth + 1);
      default -> throw new IOException("its description has the unknown type " + type);
    };
  }

  private byte[] bytes() throws IOException {
    long length = Varint.read(in);
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[(int) length];
    in.get(bytes);
    return bytes;
  }

  private List<Object> list(int depth) throws IOException {
    int header = in.get() & 0xff;
    long size = header >> 4 == 15 ? Varint.read(in) : header >> 4;
    List<Object> elements = new ArrayList<>();
    for (long i = 0; i < size; i++) {
      elements.add(value(header & 0xf, depth + 1));
    }
    return elements;
  }

  private Map<Object, Object> map(int depth) throws IOException {
    long size = Varint.read(in);
    if (size == 0) {
      return Map.of();
    }
    int types = in.get() & 0xff;
    Map<Object, Object> entries = new HashMap<>();
    for (long i = 0; i < size; i++) {
      Object key = value(types >> 4, depth + 1);
      entries.put(key, value(types & 0xf, depth + 1));
    }
    return entries;
  }
}
