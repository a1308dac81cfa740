// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * SentencePiece's own normalisation: the longest known sequence of characters is replaced, spaces
 * become marks, one of which begins the text. ({@link PrecompiledCharacterMap} replaces by grapheme
 * cluster, as Hugging Face's library does.)
 */
final class PieceNormalizer {
  private final SentencePieceFile.Normalizer options;
  private final PieceInventory inventory;
  private final int[] units;
  private final byte[] replacements;

  /**
   * Creates a normaliser.
   *
   * @throws IllegalArgumentException if the map of characters is damaged
   */
  PieceNormalizer(SentencePieceFile.Normalizer options, PieceInventory inventory) {
    this.options = options;
    this.inventory = inventory;
    byte[] map = options.characterMap();
    if (map.length == 0) {
      this.units = new int[0];
      this.replacements = map;
      return;
    }
    ByteBuffer buffer = ByteBuffer.wrap(map).order(ByteOrder.LITTLE_ENDIAN);
    int size = map.length < Integer.BYTES ? -1 : buffer.getInt();
    if (size < 0 || size % Integer.BYTES != 0 || size > buffer.remaining()) {
      throw new IllegalArgumentException("a map of characters that ends too early");
    }
    this.units = new int[size / Integer.BYTES];
    buffer.slice(Integer.BYTES, size).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(units);
    this.replacements = new byte[map.length - Integer.BYTES - size];
    buffer.position(Integer.BYTES + size).get(replacements);
  }

  /** The text in which a prefix is replaced, and the length of the prefix. */
  private record Prefix(String replacement, int length) {}

  String normalize(String text) {
    StringBuilder out = new StringBuilder(text.length() + 1);
    boolean afterSpace = options.removesExtraSpaces();
    boolean begun = false;
    for (int at = 0; at < text.length(); ) {
      Prefix prefix = prefix(text, at);
      at += prefix.length();
      String added = prefix.replacement();
      int skipped = 0;
      while (afterSpace && skipped < added.length() && added.charAt(skipped) == ' ') {
        skipped++;
      }
      if (skipped < added.length()) {
        if (!begun) {
          begin(out);
          begun = true;
        }
        append(added.substring(skipped), out);
        afterSpace = added.endsWith(" ") && options.removesExtraSpaces();
      }
    }
    if (options.removesExtraSpaces()) {
      char space = options.marksSpaces() ? SentencePieceModel.SPACE_MARK : ' ';
      while (!out.isEmpty() && out.charAt(out.length() - 1) == space) {
        out.setLength(out.length() - 1);
      }
    }
    return out.toString();
  }

  private void begin(StringBuilder out) {
    if (options.dummyPrefix()) {
      append(" ", out);
    }
  }

  private void append(String text, StringBuilder out) {
    out.append(options.marksSpaces() ? text.replace(' ', SentencePieceModel.SPACE_MARK) : text);
  }

  private Prefix prefix(String text, int at) {
    int defined = inventory.userDefinedLength(text, at);
    if (defined > 0) {
      return new Prefix(text.substring(at, at + defined), defined);
    }
    int node = child(0);
    int value = -1;
    int length = 0;
    int end = at;
    while (end < text.length() && node >= 0) {
      int c = text.codePointAt(end);
      end += Character.charCount(c);
      for (byte octet : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
        node = node < 0 ? -1 : step(node, octet & 0xff);
        if (node >= 0 && hasLeaf(node)) {
          value = leaf(node);
          length = end - at;
        }
        node = node < 0 ? -1 : node ^ child(node);
      }
    }
    if (length == 0) {
      int one = Character.charCount(text.codePointAt(at));
      return new Prefix(text.substring(at, at + one), one);
    }
    return new Prefix(replacement(value), length);
  }

  /** The node below for a byte; -1 if there is none. */
  private int step(int base, int octet) {
    int node = base ^ octet;
    return octet != 0 && node < units.length && (units[node] & 0x800000FF) == octet ? node : -1;
  }

  private boolean hasLeaf(int node) {
    int leaf = node ^ child(node);
    return (units[node] & 1 << 8) != 0
        && leaf < units.length
        && (units[leaf] & Integer.MAX_VALUE) < replacements.length;
  }

  private int leaf(int node) {
    return units[node ^ child(node)] & Integer.MAX_VALUE;
  }

  private int child(int node) {
    int unit = node < units.length ? units[node] : 0;
    return (unit >>> 10) << ((unit & 1 << 9) >>> 6);
  }

  private String replacement(int value) {
    int end = value;
    while (end < replacements.length && replacements[end] != 0) {
      end++;
    }
    return new String(replacements, value, end - value, StandardCharsets.UTF_8);
  }
}
