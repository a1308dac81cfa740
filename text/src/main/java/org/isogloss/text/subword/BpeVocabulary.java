// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** The tokens of a BPE model: their ids, the symbols with which words begin, and the merges. */
final class BpeVocabulary {
  private static final int NONE = -1;

  private final BpeModel model;
  private final String[] tokens;
  private final Map<String, Integer> ids;
  private final int[] byteIds = new int[256];
  private final MergeTable merges;

  /**
   * Indexes a model.
   *
   * @throws IllegalArgumentException if a merge has a token that the vocabulary does not have
   */
  BpeVocabulary(BpeModel model) {
    this.model = model;
    tokens = model.tokens().toArray(String[]::new);
    ids = HashMap.newHashMap(tokens.length);
    for (int id = 0; id < tokens.length; id++) {
      ids.put(tokens[id], id);
    }
    for (int octet = 0; octet < byteIds.length; octet++) {
      String token =
          model.options().byteLevel()
              ? String.valueOf(ByteAlphabet.character(octet))
              : String.format(Locale.ROOT, "<0x%02X>", octet);
      byteIds[octet] = ids.getOrDefault(token, NONE);
    }
    List<String> pairs = model.merges();
    merges = new MergeTable(pairs.size() / 2);
    for (int i = 0; i < pairs.size(); i += 2) {
      int left = required(pairs.get(i));
      int right = required(pairs.get(i + 1));
      merges.add(left, right, i / 2, required(pairs.get(i) + pairs.get(i + 1)));
    }
  }

  private int required(String token) {
    Integer id = ids.get(token);
    if (id == null) {
      throw new IllegalArgumentException(
          "the merges have the token \"" + token + "\", which is not in the vocabulary");
    }
    return id;
  }

  int size() {
    return tokens.length;
  }

  String token(int id) {
    return tokens[id];
  }

  OptionalInt id(String token) {
    Integer id = ids.get(token);
    return id == null ? OptionalInt.empty() : OptionalInt.of(id);
  }

  /** Splits a word into tokens. */
  void tokenize(String word, BpeWord into) {
    into.clear();
    if (model.options().ignoreMerges()) {
      Integer whole = ids.get(model.options().byteLevel() ? byteForm(word) : word);
      if (whole != null && !model.special().contains(whole)) {
        into.add(whole, 0, word.length());
        return;
      }
    }
    for (int at = 0; at < word.length(); ) {
      int codePoint = word.codePointAt(at);
      int end = at + Character.charCount(codePoint);
      addSymbols(codePoint, at, end, into);
      at = end;
    }
    into.merge(merges);
  }

  private void addSymbols(int codePoint, int start, int end, BpeWord into) {
    if (!model.options().byteLevel()) {
      Integer id = ids.get(Character.toString(codePoint));
      if (id != null) {
        into.add(id, start, end);
        return;
      }
    }
    byte[] bytes = ByteAlphabet.utf8(codePoint);
    if (hasBytes(bytes)) {
      for (byte octet : bytes) {
        into.add(byteIds[octet & 0xff], start, end);
      }
    } else if (model.unknown().isPresent()) {
      int unknown = model.unknown().getAsInt();
      if (!(model.options().fuseUnknown() && into.extendLast(unknown, end))) {
        into.add(unknown, start, end);
      }
    }
  }

  private boolean hasBytes(byte... bytes) {
    if (!model.options().byteLevel() && !model.options().byteFallback()) {
      return false;
    }
    for (byte octet : bytes) {
      if (byteIds[octet & 0xff] == NONE) {
        return false;
      }
    }
    return true;
  }

  private static String byteForm(String word) {
    StringBuilder form = new StringBuilder();
    word.codePoints()
        .forEach(
            codePoint -> {
              for (byte octet : ByteAlphabet.utf8(codePoint)) {
                form.append(ByteAlphabet.character(octet & 0xff));
              }
            });
    return form.toString();
  }

  /** Returns the bytes for which a token stands. */
  void decode(int id, ByteArrayOutputStream out) {
    String token = tokens[id];
    boolean isByte = !model.options().byteLevel() && token.length() == 6 && token.startsWith("<0x");
    if (isByte && Arrays.stream(byteIds).anyMatch(known -> known == id)) {
      out.write(Integer.parseInt(token.substring(3, 5), 16));
    } else if (model.options().byteLevel()
        && token.chars().allMatch(c -> ByteAlphabet.octet((char) c) != NONE)) {
      token.chars().forEach(c -> out.write(ByteAlphabet.octet((char) c)));
    } else {
      out.writeBytes(token.getBytes(StandardCharsets.UTF_8));
    }
  }
}
