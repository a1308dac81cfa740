// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * What a SentencePiece model file contains: a message {@code ModelProto} of protocol buffers
 * (sentencepiece_model.proto), of which only the fields for splitting are read.
 */
record SentencePieceFile(
    List<Piece> pieces, int modelType, boolean byteFallback, Normalizer normalizer) {
  static final int UNIGRAM = 1;
  static final int BPE = 2;

  private static final int VARINT = 0;
  private static final int FIXED_64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED_32 = 5;

  /** A piece; types are normal (1), unknown, control, user-defined (4), unused (5) and byte. */
  record Piece(String text, float score, int type) {
    boolean isNormal() {
      return type == 1;
    }

    boolean isUserDefined() {
      return type == 4;
    }

    boolean isUnused() {
      return type == 5;
    }

    /** Whether the piece may be found in a text. */
    boolean isText() {
      return isNormal() || isUserDefined() || isUnused();
    }
  }

  /**
   * How texts are normalised.
   *
   * @param characterMap a map as of {@link PrecompiledCharacterMap}; empty if there is none
   */
  record Normalizer(
      byte[] characterMap, boolean dummyPrefix, boolean removesExtraSpaces, boolean marksSpaces) {}

  /** Reads the fields of one message. */
  private static final class Message {
    private final ByteBuffer bytes;

    Message(ByteBuffer bytes) {
      this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Calls a consumer with the number of each field, which takes the value or leaves it. */
    void forEachField(IntConsumer consumer) {
      while (bytes.hasRemaining()) {
        int key = (int) varint();
        int start = bytes.position();
        consumer.accept(key >>> 3);
        if (bytes.position() == start) {
          skip(key & 7);
        }
      }
    }

    private void skip(int wireType) {
      switch (wireType) {
        case VARINT -> varint();
        case FIXED_64 -> bytes.getLong();
        case BYTES -> slice();
        case FIXED_32 -> bytes.getInt();
        default -> throw new IllegalArgumentException("a field of the unknown type " + wireType);
      }
    }

    long varint() {
      long value = 0;
      for (int shift = 0; shift < Long.SIZE; shift += 7) {
        byte octet = bytes.get();
        value |= (long) (octet & 0x7f) << shift;
        if (octet >= 0) {
          return value;
        }
      }
      throw new IllegalArgumentException("a number of more than 64 bits");
    }

    float number() {
      return bytes.getFloat();
    }

    ByteBuffer slice() {
      long length = varint();
      if (length < 0 || length > bytes.remaining()) {
        throw new BufferUnderflowException();
      }
      ByteBuffer slice = bytes.slice(bytes.position(), (int) length);
      bytes.position(bytes.position() + (int) length);
      return slice;
    }

    byte[] array() {
      ByteBuffer slice = slice();
      byte[] array = new byte[slice.remaining()];
      slice.get(array);
      return array;
    }
  }

  /**
   * Parses a file.
   *
   * @throws IllegalArgumentException if it is damaged, or has no pieces
   */
  static SentencePieceFile parse(byte[] file) {
    try {
      return parse(new Message(ByteBuffer.wrap(file)));
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a SentencePiece model that ends too early", e);
    }
  }

  private static SentencePieceFile parse(Message model) {
    List<Piece> pieces = new ArrayList<>();
    long[] types = {UNIGRAM, 0};
    Normalizer[] normalizer = {new Normalizer(new byte[0], true, true, true)};
    model.forEachField(
        field -> {
          switch (field) {
            case 1 -> pieces.add(piece(new Message(model.slice())));
            case 2 -> readTrainer(new Message(model.slice()), types);
            case 3 -> normalizer[0] = normalizer(new Message(model.slice()));
            default -> {
              // Describes the model, or tests it.
            }
          }
        });
    if (pieces.isEmpty()) {
      throw new IllegalArgumentException("a file without pieces, expected a SentencePiece model");
    }
    return new SentencePieceFile(List.copyOf(pieces), (int) types[0], types[1] != 0, normalizer[0]);
  }

  private static Piece piece(Message message) {
    String[] text = {""};
    float[] score = {0};
    long[] type = {1};
    message.forEachField(
        field -> {
          switch (field) {
            case 1 -> text[0] = new String(message.array(), StandardCharsets.UTF_8);
            case 2 -> score[0] = message.number();
            case 3 -> type[0] = message.varint();
            default -> {
              // An extension.
            }
          }
        });
    return new Piece(text[0], score[0], (int) type[0]);
  }

  private static void readTrainer(Message message, long[] types) {
    message.forEachField(
        field -> {
          switch (field) {
            case 3 -> types[0] = message.varint();
            case 35 -> types[1] = message.varint();
            case 24 -> {
              if (message.varint() != 0) {
                throw new IllegalArgumentException(
                    "a SentencePiece model with the mark of a space after words, expected before");
              }
            }
            default -> {
              // How the model was trained.
            }
          }
        });
  }

  private static Normalizer normalizer(Message message) {
    byte[][] map = {new byte[0]};
    boolean[] flags = {true, true, true};
    message.forEachField(
        field -> {
          switch (field) {
            case 2 -> map[0] = message.array();
            case 3, 4, 5 -> flags[field - 3] = message.varint() != 0;
            default -> {
              // The name of the map, and rules from which it was made.
            }
          }
        });
    return new Normalizer(map[0], flags[0], flags[1], flags[2]);
  }
}
