// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parquet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import org.isogloss.data.parquet.CompactProtocolReader.Struct;

/**
 * The type of a column: how values are stored, and what they mean.
 *
 * @param length the number of bytes of {@link Storage#FIXED_LENGTH}
 * @param scale the number of decimals of {@link Meaning#DECIMAL}
 */
record ColumnType(Storage storage, int length, Meaning meaning, int scale) {
  /** How values are stored. Constants in the order of the format. */
  enum Storage {
    BOOLEAN,
    INT32,
    INT64,
    INT96,
    FLOAT,
    DOUBLE,
    BYTE_ARRAY,
    FIXED_LENGTH
  }

  /** What values mean. */
  enum Meaning {
    PLAIN,
    STRING,
    DECIMAL,
    DATE,
    TIME,
    TIMESTAMP,
    LOCAL_TIMESTAMP,
    UNSIGNED,
    UUID,
    BINARY
  }

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int JULIAN_DAY_OF_EPOCH = 2_440_588;

  /** Reads the type of an element of the schema. */
  static ColumnType of(Struct element) throws IOException {
    long storage = element.number(1).orElse(-1L);
    if (storage < 0 || storage >= Storage.values().length) {
      throw new IOException("its schema has the unknown type " + storage);
    }
    Storage stored = Storage.values()[(int) storage];
    int length = stored == Storage.FIXED_LENGTH ? element.requireSize(2) : 0;
    Optional<Struct> logical = element.struct(10);
    Meaning meaning =
        logical.map(ColumnType::logical).orElseGet(() -> converted(element.number(6).orElse(-1L)));
    return new ColumnType(stored, length, meaning, scale(element, logical, meaning));
  }

  private static Meaning logical(Struct type) {
    if (type.has(1) || type.has(4) || type.has(12)) {
      return Meaning.STRING;
    }
    if (type.has(8)) {
      boolean utc = type.struct(8).map(timestamp -> timestamp.flag(1, true)).orElse(true);
      return utc ? Meaning.TIMESTAMP : Meaning.LOCAL_TIMESTAMP;
    }
    if (type.has(10)) {
      boolean signed = type.struct(10).map(integer -> integer.flag(2, true)).orElse(true);
      return signed ? Meaning.PLAIN : Meaning.UNSIGNED;
    }
    if (type.has(13) || type.has(15)) {
      return Meaning.BINARY;
    }
    return type.has(5)
        ? Meaning.DECIMAL
        : type.has(6)
            ? Meaning.DATE
            : type.has(7) ? Meaning.TIME : type.has(14) ? Meaning.UUID : Meaning.PLAIN;
  }

  /** The meaning by the older annotation. */
  private static Meaning converted(long type) {
    return switch ((int) type) {
      case 0, 4, 19 -> Meaning.STRING;
      case 5 -> Meaning.DECIMAL;
      case 6 -> Meaning.DATE;
      case 7, 8 -> Meaning.TIME;
      case 9, 10 -> Meaning.TIMESTAMP;
      case 11, 12, 13, 14 -> Meaning.UNSIGNED;
      case 20, 21 -> Meaning.BINARY;
      default -> Meaning.PLAIN;
    };
  }

  /** The decimals of a decimal number, or of the seconds of a time. */
  private static int scale(Struct element, Optional<Struct> logical, Meaning meaning) {
    if (meaning == Meaning.DECIMAL) {
      return element
          .number(7)
          .or(() -> logical.flatMap(type -> type.struct(5)).flatMap(type -> type.number(1)))
          .orElse(0L)
          .intValue();
    }
    Optional<Struct> unit =
        logical
            .flatMap(type -> type.struct(8).or(() -> type.struct(7)))
            .flatMap(type -> type.struct(2));
    if (unit.isPresent()) {
      return unit.get().has(1) ? 3 : unit.get().has(2) ? 6 : 9;
    }
    long converted = element.number(6).orElse(-1L);
    return converted == 7 || converted == 9 ? 3 : 6;
  }

  /** Whether this is a floating-point number, of which lists are vectors. */
  boolean isFloatingPoint() {
    return storage == Storage.FLOAT || storage == Storage.DOUBLE;
  }

  /**
   * Converts a stored value to JSON: null if it has no equivalent, such as an image.
   *
   * @throws CharacterCodingException if a string is not UTF-8
   */
  JsonNode toJson(Object value) throws CharacterCodingException {
    return switch (value) {
      case Boolean flag -> NODES.booleanNode(flag);
      case Long number -> integer(number);
      case Float number ->
          Float.isFinite(number)
              ? NODES.numberNode(new BigDecimal(number.toString()))
              : NODES.nullNode();
      case Double number ->
          Double.isFinite(number) ? NODES.numberNode(BigDecimal.valueOf(number)) : NODES.nullNode();
      case byte[] bytes -> bytes(bytes);
      default -> throw new IllegalArgumentException("unknown value " + value.getClass());
    };
  }

  private JsonNode integer(long number) {
    return switch (meaning) {
      case DECIMAL -> NODES.numberNode(BigDecimal.valueOf(number, scale));
      case DATE -> NODES.textNode(LocalDate.ofEpochDay(number).toString());
      case TIME -> NODES.textNode(LocalTime.ofNanoOfDay(number * unitNanos()).toString());
      case TIMESTAMP -> NODES.textNode(instant(number).toString());
      case LOCAL_TIMESTAMP ->
          NODES.textNode(instant(number).atOffset(ZoneOffset.UTC).toLocalDateTime().toString());
      case UNSIGNED ->
          storage == Storage.INT32
              ? NODES.numberNode(BigInteger.valueOf(number & 0xffffffffL))
              : NODES.numberNode(new BigInteger(Long.toUnsignedString(number)));
      default -> NODES.numberNode(BigInteger.valueOf(number));
    };
  }

  private long unitNanos() {
    return scale == 3 ? 1_000_000 : scale == 6 ? 1_000 : 1;
  }

  private Instant instant(long number) {
    return Instant.EPOCH.plus(
        number, scale == 3 ? ChronoUnit.MILLIS : scale == 6 ? ChronoUnit.MICROS : ChronoUnit.NANOS);
  }

  private JsonNode bytes(byte[] bytes) throws CharacterCodingException {
    if (storage == Storage.INT96) {
      ByteBuffer parts = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      long nanos = parts.getLong();
      long day = (long) parts.getInt() - JULIAN_DAY_OF_EPOCH;
      return NODES.textNode(Instant.EPOCH.plus(day, ChronoUnit.DAYS).plusNanos(nanos).toString());
    }
    return switch (meaning) {
      case STRING -> NODES.textNode(utf8(bytes));
      case DECIMAL ->
          bytes.length == 0
              ? NODES.nullNode()
              : NODES.numberNode(new BigDecimal(new BigInteger(bytes), scale));
      case UUID -> {
        ByteBuffer parts = ByteBuffer.wrap(bytes);
        yield NODES.textNode(new UUID(parts.getLong(), parts.getLong()).toString());
      }
      case PLAIN -> {
        try {
          // Some writers do not annotate strings.
          yield storage == Storage.BYTE_ARRAY ? NODES.textNode(utf8(bytes)) : NODES.nullNode();
        } catch (CharacterCodingException e) {
          yield NODES.nullNode();
        }
      }
      default -> NODES.nullNode();
    };
  }

  private static String utf8(byte[] bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }
}
