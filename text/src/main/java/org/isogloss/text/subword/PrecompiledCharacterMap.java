// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * SentencePiece's character map ({@code precompiled_charsmap}), applied as in the library {@code
 * tokenizers} of Hugging Face: a grapheme cluster of fewer than six bytes in UTF-8 is replaced as a
 * whole by the replacement of its shortest known prefix; all other text is replaced character by
 * character.
 *
 * <p>The map consists of a little-endian int (the size in bytes of a double-array trie over UTF-8,
 * "darts"), the units of the trie, and the replacements in UTF-8, each followed by a zero byte.
 */
public final class PrecompiledCharacterMap implements TextNormalizer {
  /** Unchanged in any context. */
  private static final byte PLAIN = 0;

  /** Has a replacement. */
  private static final byte REPLACED = 1;

  /** May join a cluster with the character before it. */
  private static final byte JOINING = 2;

  /** Joins a cluster with the character after it. */
  private static final byte PREPENDED = 4;

  /** Is a cluster by itself, except in a line break of two characters. */
  private static final byte CONTROL = 8;

  private static final byte SURROGATE = 16;

  private static final int MIN_UNCHANGED_CLUSTER_BYTES = 6;

  /**
   * Maximum length of a replacement in bytes of UTF-8. The longest replacement in compatibility
   * normalisation has 33 bytes (U+FDFA). Without a limit, a damaged map could write a replacement
   * of any length for every character of a text.
   */
  private static final int MAX_REPLACEMENT_LENGTH = 256;

  private static final int NONE = -1;
  private static final int REPLACEMENT_CHARACTER = 0xFFFD;

  private final int[] units;
  private final byte[] written;
  private final byte[] kinds = new byte[Character.MAX_VALUE + 1];
  private final char[] numbers = new char[Character.MAX_VALUE + 1];
  private final String[] replacements;

  private PrecompiledCharacterMap(int[] units, byte[] written) {
    this.units = units;
    this.written = written;
    List<String> strings = new ArrayList<>();
    Map<String, Integer> known = new HashMap<>();
    char[] one = new char[1];
    for (int c = 0; c < kinds.length; c++) {
      if (Character.isSurrogate((char) c)) {
        kinds[c] = SURROGATE;
        continue;
      }
      one[0] = (char) c;
      int value = shortest(one, 0, 1);
      if (value != NONE) {
        String replacement = replacement(value);
        Integer number = known.putIfAbsent(replacement, strings.size());
        if (number == null) {
          number = strings.size();
          strings.add(replacement);
        }
        numbers[c] = (char) number.intValue();
        kinds[c] |= REPLACED;
      }
      kinds[c] |= joining(c);
    }
    replacements = strings.toArray(String[]::new);
  }

  /**
   * Decodes a map.
   *
   * @param precompiled the bytes of the field {@code precompiled_charsmap} after decoding its
   *     Base64
   * @throws IllegalArgumentException if the bytes are not a valid map
   */
  public static PrecompiledCharacterMap of(byte[] precompiled) {
    int size = precompiled.length < Integer.BYTES ? NONE : little(precompiled).getInt();
    if (size <= 0 || size % Integer.BYTES != 0 || size > precompiled.length - Integer.BYTES) {
      throw new IllegalArgumentException(
          "a character map of "
              + precompiled.length
              + " bytes that begins with "
              + size
              + ", expected the size in bytes of the trie that follows");
    }
    int[] units = new int[size / Integer.BYTES];
    little(precompiled).position(Integer.BYTES).asIntBuffer().get(units);
    byte[] written = new byte[precompiled.length - Integer.BYTES - size];
    System.arraycopy(precompiled, Integer.BYTES + size, written, 0, written.length);
    requireShortReplacements(written);
    return new PrecompiledCharacterMap(units, written);
  }

  private static void requireShortReplacements(byte[] written) {
    int length = 0;
    for (byte octet : written) {
      length = octet == 0 ? 0 : length + 1;
      if (length > MAX_REPLACEMENT_LENGTH) {
        throw new IllegalArgumentException(
            "a character map with a replacement of more than " + MAX_REPLACEMENT_LENGTH + " bytes");
      }
    }
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte joining(int c) {
    return switch (UCharacter.getIntPropertyValue(c, UProperty.GRAPHEME_CLUSTER_BREAK)) {
      case UCharacter.GraphemeClusterBreak.EXTEND,
          UCharacter.GraphemeClusterBreak.SPACING_MARK,
          UCharacter.GraphemeClusterBreak.ZWJ ->
          JOINING;
      case UCharacter.GraphemeClusterBreak.LF -> CONTROL | JOINING;
      case UCharacter.GraphemeClusterBreak.CR, UCharacter.GraphemeClusterBreak.CONTROL -> CONTROL;
      case UCharacter.GraphemeClusterBreak.PREPEND -> PREPENDED;
      default -> PLAIN;
    };
  }

  AlignedText apply(AlignedText text) {
    int at = next(text.chars(), 0, text.length());
    return at == text.length() ? text : new Rewriter(text).rewriteFrom(at);
  }

  /** The next character that is not plain. */
  private int next(char[] chars, int from, int length) {
    int at = from;
    while (at < length && kinds[chars[at]] == PLAIN) {
      at++;
    }
    return at;
  }

  private static int codePoint(char[] chars, int at, int length) {
    return at + 1 < length ? Character.codePointAt(chars, at, length) : chars[at];
  }

  /** Whether two adjacent code points may belong to one cluster. */
  private boolean join(int first, int second) {
    byte before = kind(first);
    byte after = kind(second);
    if (((before | after) & CONTROL) != 0) {
      return first == '\r' && second == '\n';
    }
    return (after & JOINING) != 0 || (before & PREPENDED) != 0;
  }

  private byte kind(int c) {
    return c < kinds.length ? kinds[c] : joining(c);
  }

  private static int bytes(int c) {
    return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  }

  /** The value of the shortest key that is a prefix of {@code chars[from, to)}. */
  private int shortest(char[] chars, int from, int to) {
    int node = child(0);
    for (int i = from; i < to; ) {
      int c = codePoint(chars, i, to);
      i += Character.charCount(c);
      int count = bytes(c);
      for (int index = 0; index < count; index++) {
        int octet = octet(c, index, count);
        node ^= octet;
        if (octet == 0 || node >= units.length || (units[node] & 0x800000FF) != octet) {
          return NONE;
        }
        boolean leaf = (units[node] & 1 << 8) != 0;
        node ^= child(node);
        if (leaf && node < units.length) {
          int value = units[node] & Integer.MAX_VALUE;
          return value < written.length ? value : NONE;
        }
      }
    }
    return NONE;
  }

  /** One of the {@code count} bytes of a code point in UTF-8. */
  private static int octet(int c, int index, int count) {
    if (count == 1) {
      return c;
    }
    int bits = c >> (6 * (count - 1 - index));
    return index > 0 ? 0x80 | (bits & 0x3F) : bits | (0xFF & (0xF00 >> count));
  }

  /** The offset from a unit to its children. */
  private int child(int node) {
    int unit = node < units.length ? units[node] : 0;
    return (unit >>> 10) << ((unit & 1 << 9) >>> 6);
  }

  private String replacement(int value) {
    int end = value;
    while (end < written.length && written[end] != 0) {
      end++;
    }
    return new String(written, value, end - value, StandardCharsets.UTF_8);
  }

  /** Rewrites one text. */
  private final class Rewriter {
    private final AlignedText text;
    private final char[] chars;
    private final int length;
    private final AlignedText out;

    /** Number of characters of the text that have been processed into {@code out}. */
    private int done;

    /** The grapheme clusters, computed only if needed. */
    private Optional<BreakIterator> clusters = Optional.empty();

    Rewriter(AlignedText text) {
      this.text = text;
      this.chars = text.chars();
      this.length = text.length();
      this.out = text.copyOfPrefix(0);
    }

    AlignedText rewriteFrom(int first) {
      for (int at = first; at < length; ) {
        at = next(chars, rewrite(at), length);
      }
      out.append(text, done, length);
      return out;
    }

    /** Rewrites the character at an offset if needed; returns the offset of the next character. */
    private int rewrite(int at) {
      int c = codePoint(chars, at, length);
      if ((kind(c) & JOINING) != 0 && at > done) {
        int first = before(at);
        int end = cluster(first);
        if (end != NONE) {
          return replace(first, end, replacement(shortest(chars, first, end)));
        }
      }
      int end = cluster(at);
      if (end != NONE) {
        return replace(at, end, replacement(shortest(chars, at, end)));
      }
      end = at + Character.charCount(c);
      if (end == at + 2) {
        int value = shortest(chars, at, end);
        return value == NONE ? end : replace(at, end, replacement(value));
      }
      if ((kinds[c] & SURROGATE) != 0) {
        return replace(at, end, unpairedSurrogate());
      }
      return (kinds[c] & REPLACED) == 0 ? end : replace(at, end, replacements[numbers[c]]);
    }

    private int replace(int from, int to, String replacement) {
      out.append(text, done, from);
      out.append(replacement, text, from, to);
      done = to;
      return to;
    }

    /** Start of the code point before an offset. */
    private int before(int at) {
      return at - 2 >= done && Character.isSurrogatePair(chars[at - 2], chars[at - 1])
          ? at - 2
          : at - 1;
    }

    /** An unpaired surrogate is replaced like U+FFFD, as a decoder would do. */
    private String unpairedSurrogate() {
      return (kinds[REPLACEMENT_CHARACTER] & REPLACED) == 0
          ? Character.toString(REPLACEMENT_CHARACTER)
          : replacements[numbers[REPLACEMENT_CHARACTER]];
    }

    /**
     * End of the cluster of several characters that begins at an offset and is replaced as a whole;
     * {@link #NONE} if there is no such cluster.
     */
    private int cluster(int from) {
      int c = codePoint(chars, from, length);
      int end = from + Character.charCount(c);
      int bytes = bytes(c);
      int characters = 1;
      while (end < length) {
        int next = codePoint(chars, end, length);
        if (!join(c, next)) {
          break;
        }
        bytes += bytes(next);
        if (bytes >= MIN_UNCHANGED_CLUSTER_BYTES) {
          return NONE;
        }
        end += Character.charCount(next);
        characters++;
        c = next;
      }
      return characters > 1 && shortest(chars, from, end) != NONE && isCluster(from, end)
          ? end
          : NONE;
    }

    private boolean isCluster(int from, int to) {
      if (clusters.isEmpty()) {
        BreakIterator characters = BreakIterator.getCharacterInstance(ULocale.ROOT);
        characters.setText(CharBuffer.wrap(chars, 0, length));
        clusters = Optional.of(characters);
      }
      BreakIterator breaks = clusters.get();
      return breaks.isBoundary(from) && breaks.following(from) == to;
    }
  }
}
