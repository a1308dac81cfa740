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
 * SentencePiece's character map ({@code precompiled_charsmap}), applied as the library {@code
 * tokenizers} of Hugging Face does it: a grapheme cluster of less than six bytes in UTF-8 is
 * replaced as a whole by what stands for its shortest known beginning; all else is replaced
 * character by character.
 *
 * <p>The map is a little-endian int, the size in bytes of a double-array trie over UTF-8 ("darts"),
 * then the trie's units, then the replacements, UTF-8 with a zero byte behind each.
 */
public final class PrecompiledCharacterMap implements TextNormalizer {
  /** Stays as it is, whatever is around it. */
  private static final byte PLAIN = 0;

  /** Has a replacement of its own. */
  private static final byte REPLACED = 1;

  /** May form one cluster with what is before it. */
  private static final byte JOINING = 2;

  /** Forms one cluster with what is behind it. */
  private static final byte PREPENDED = 4;

  /** Is a cluster by itself, but for a line's end of two characters. */
  private static final byte CONTROL = 8;

  private static final byte SURROGATE = 16;

  private static final int SHORTEST_LEFT_ALONE = 6;

  /**
   * Limit of a replacement's bytes in UTF-8. The longest that compatibility normalisation knows has
   * 33 (U+FDFA); one of any length would be written for every character of a text.
   */
  private static final int LONGEST_REPLACEMENT = 256;

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
   * Reads a map.
   *
   * @param precompiled its bytes, as in the field {@code precompiled_charsmap} once its Base64 is
   *     undone
   * @throws IllegalArgumentException if these are no such map
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
      if (length > LONGEST_REPLACEMENT) {
        throw new IllegalArgumentException(
            "a character map with a replacement of more than " + LONGEST_REPLACEMENT + " bytes");
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
    return at == text.length() ? text : new Rewriting(text).from(at);
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

  /** Whether two code points may be of one cluster. */
  private boolean join(int first, int second) {
    byte before = kind(first);
    byte behind = kind(second);
    if (((before | behind) & CONTROL) != 0) {
      return first == '\r' && second == '\n';
    }
    return (behind & JOINING) != 0 || (before & PREPENDED) != 0;
  }

  private byte kind(int c) {
    return c < kinds.length ? kinds[c] : joining(c);
  }

  private static int bytes(int c) {
    return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  }

  /** The value of the shortest key that {@code chars[from, to)} begin with. */
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

  /** One of the {@code count} bytes that are a code point in UTF-8. */
  private static int octet(int c, int index, int count) {
    if (count == 1) {
      return c;
    }
    int bits = c >> (6 * (count - 1 - index));
    return index > 0 ? 0x80 | (bits & 0x3F) : bits | (0xFF & (0xF00 >> count));
  }

  /** What leads from a unit to those below it. */
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

  /** One text that is being rewritten. */
  private final class Rewriting {
    private final AlignedText text;
    private final char[] chars;
    private final int length;
    private final AlignedText out;

    /** How much of the text is in {@code out}. */
    private int done;

    /** The grapheme clusters, looked for only where they matter. */
    private Optional<BreakIterator> clusters = Optional.empty();

    Rewriting(AlignedText text) {
      this.text = text;
      this.chars = text.chars();
      this.length = text.length();
      this.out = text.copyOfPrefix(0);
    }

    AlignedText from(int first) {
      for (int at = first; at < length; ) {
        at = next(chars, rewrite(at), length);
      }
      out.append(text, done, length);
      return out;
    }

    /** Rewrites the character at a place if need be; returns the place to go on at. */
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
        return replace(at, end, half());
      }
      return (kinds[c] & REPLACED) == 0 ? end : replace(at, end, replacements[numbers[c]]);
    }

    private int replace(int from, int to, String replacement) {
      out.append(text, done, from);
      out.append(replacement, text, from, to);
      done = to;
      return to;
    }

    /** Where the code point before a place begins. */
    private int before(int at) {
      return at - 2 >= done && Character.isSurrogatePair(chars[at - 2], chars[at - 1])
          ? at - 2
          : at - 1;
    }

    /** Half a pair is what a decoder makes of it. */
    private String half() {
      return (kinds[REPLACEMENT_CHARACTER] & REPLACED) == 0
          ? Character.toString(REPLACEMENT_CHARACTER)
          : replacements[numbers[REPLACEMENT_CHARACTER]];
    }

    /**
     * Where a cluster of several characters ends that is replaced as a whole, or {@link #NONE} if
     * no such cluster begins at a place.
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
        if (bytes >= SHORTEST_LEFT_ALONE) {
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
