// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.djl;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.huggingface.tokenizers.jni.CharSpan;
import java.lang.ref.Cleaner;
import java.util.Arrays;
import java.util.OptionalInt;
import org.isogloss.core.IsoglossException;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;

/** A tokenizer of Hugging Face's library. Its native memory is freed with the object. */
final class DjlTokenizer implements Tokenizer {
  private static final Cleaner CLEANER = Cleaner.create();

  /** A text that every vocabulary has tokens for, be it the unknown one. */
  private static final String PROBE = "a line on 1 map";

  private static final String OTHER_PROBE = "the second text";

  private static final int MAX_PROBE = 512;

  private final HuggingFaceTokenizer library;
  private final Vocabulary vocabulary;
  private final SpecialTokens special;

  private DjlTokenizer(HuggingFaceTokenizer library, Vocabulary vocabulary, SpecialTokens special) {
    this.library = library;
    this.vocabulary = vocabulary;
    this.special = special;
    CLEANER.register(this, library::close);
  }

  /** Creates a tokenizer, which learns the special tokens from an encoded text and a pair. */
  static DjlTokenizer of(HuggingFaceTokenizer library, Vocabulary vocabulary) {
    try {
      DjlTokenizer tokenizer = new DjlTokenizer(library, vocabulary, special(library, vocabulary));
      tokenizer.requireSame(library.encode(PROBE, true, false), tokenizer.encode(PROBE, MAX_PROBE));
      tokenizer.requireSame(
          library.encode(PROBE, OTHER_PROBE, true, false),
          tokenizer.encode(PROBE, OTHER_PROBE, MAX_PROBE));
      return tokenizer;
    } catch (RuntimeException e) {
      library.close();
      throw e;
    }
  }

  private static SpecialTokens special(HuggingFaceTokenizer library, Vocabulary vocabulary) {
    Encoding text = library.encode(PROBE, true, false);
    Encoding pair = library.encode(PROBE, OTHER_PROBE, true, false);
    int[] ids = ints(text.getIds());
    int length = library.encode(PROBE, false, false).getIds().length;
    int prefix = specialFrom(text, 0);
    int separator = specialFrom(pair, prefix + length);
    int second = prefix + length + separator;
    long[] types = pair.getTypeIds();
    return new SpecialTokens(
        Arrays.copyOf(ids, prefix),
        Arrays.copyOfRange(ints(pair.getIds()), prefix + length, second),
        Arrays.copyOfRange(ids, prefix + length, ids.length),
        Math.toIntExact(types[types.length - 1]),
        vocabulary.unknown().orElse(vocabulary.padding()),
        vocabulary.padding());
  }

  /** Returns the number of special tokens from a position on. */
  private static int specialFrom(Encoding encoding, int start) {
    long[] mask = encoding.getSpecialTokenMask();
    int end = start;
    while (end < mask.length && mask[end] == 1) {
      end++;
    }
    return end - start;
  }

  /** Requires that the special tokens and the vocabulary are those of the library. */
  private void requireSame(Encoding expected, org.isogloss.text.Encoding found) {
    String[] tokens = expected.getTokens();
    boolean same =
        Arrays.equals(ints(expected.getIds()), found.ids())
            && Arrays.equals(ints(expected.getTypeIds()), found.typeIds());
    for (int i = 0; same && i < tokens.length; i++) {
      same = tokens[i].equals(vocabulary.tokens().get(found.ids()[i]));
    }
    if (!same) {
      throw new IsoglossException(
          "its special tokens cannot be added by Isogloss: the library returns "
              + Arrays.toString(tokens)
              + " for a text or a pair of texts, found the ids "
              + Arrays.toString(found.ids()));
    }
  }

  private static int[] ints(long... values) {
    return Arrays.stream(values).mapToInt(Math::toIntExact).toArray();
  }

  @Override
  public int[] ids(String text) {
    return text.isEmpty() ? new int[0] : ints(library.encode(valid(text), false, false).getIds());
  }

  @Override
  public TokenizedText tokenize(String text) {
    if (text.isEmpty()) {
      return new TokenizedText(new int[0], new int[0], new int[0]);
    }
    Encoding encoding = library.encode(valid(text), false, false);
    CharSpan[] spans = encoding.getCharTokenSpans();
    int[] starts = new int[spans.length];
    int[] ends = new int[spans.length];
    int[] offsets = utf16Offsets(text);
    int last = 0;
    for (int i = 0; i < spans.length; i++) {
      // A token without characters of its own, such as a mark before a word, gets the next one.
      int start = spans[i] == null ? last : Math.max(last, spans[i].getStart());
      int end = spans[i] == null ? start : spans[i].getEnd();
      starts[i] = offsets[Math.min(start, offsets.length - 2)];
      ends[i] =
          offsets[Math.clamp(end, Math.min(start, offsets.length - 2) + 1, offsets.length - 1)];
      last = start;
    }
    return new TokenizedText(ints(encoding.getIds()), starts, ends);
  }

  /** Replaces half surrogate pairs, which UTF-8 cannot represent, by as many characters. */
  private static String valid(String text) {
    StringBuilder replaced = new StringBuilder(text);
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      if (Character.getType(text.codePointAt(i)) == Character.SURROGATE) {
        replaced.setCharAt(i, '\ufffd');
      }
    }
    return replaced.toString();
  }

  /** Returns the offset of each code point in UTF-16 units; the library counts code points. */
  private static int[] utf16Offsets(String text) {
    int[] offsets = new int[text.codePointCount(0, text.length()) + 1];
    int at = 0;
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = at;
      at += at < text.length() ? Character.charCount(text.codePointAt(at)) : 0;
    }
    return offsets;
  }

  @Override
  public int vocabularySize() {
    return vocabulary.tokens().size();
  }

  @Override
  public String token(int id) {
    return vocabulary.tokens().get(id);
  }

  @Override
  public OptionalInt id(String token) {
    Integer id = vocabulary.ids().get(token);
    return id == null ? OptionalInt.empty() : OptionalInt.of(id);
  }

  @Override
  public String decode(int[] ids) {
    for (int id : ids) {
      token(id); // Rejects an id that no token has.
    }
    return library.decode(Arrays.stream(ids).asLongStream().toArray(), true);
  }

  @Override
  public SpecialTokens specialTokens() {
    return special;
  }
}
