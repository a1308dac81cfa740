// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.multivector.QueryExpansion;
import org.isogloss.modelio.multivector.TokenVectorHead;
import org.isogloss.modelio.multivector.TokenVectorSettings;
import org.isogloss.runtime.inference.TokenSequence;
import org.isogloss.text.Encoding;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.window.TextWindow;

/**
 * Prepares texts for a model of token vectors: which sequences the model reads, and of which of
 * their tokens the vectors count. These are the tokens of the text without special tokens and
 * prefix, unless the model was trained with other {@link TokenVectorSettings}. A passage that is
 * too long is read in {@link TextWindow windows}; a query that is too long is truncated.
 */
final class TokenReader {
  private final Tokenizer tokenizer;
  private final EncodingSettings encoding;
  private final int maxLength;
  private final int longestQuery;
  private final Optional<TokenVectorSettings> settings;
  private final Set<Integer> skipped;

  /**
   * Creates a reader.
   *
   * @throws ModelFormatException if queries are expanded to more tokens than the model reads
   */
  TokenReader(ModelFolder model) {
    tokenizer = model.tokenizer();
    encoding = model.encoding();
    maxLength = model.maxLength();
    settings = model.tokenVectorHead().map(TokenVectorHead::settings);
    longestQuery = longestQuery(model);
    skipped =
        model.tokenVectorHead().stream()
            .flatMapToInt(head -> head.skippedIds(tokenizer))
            .boxed()
            .collect(Collectors.toUnmodifiableSet());
  }

  Tokenizer tokenizer() {
    return tokenizer;
  }

  /**
   * A sequence that the model reads.
   *
   * @param counted the indices of the tokens whose vectors count, in ascending order
   */
  record Window(TokenSequence sequence, int[] counted) {}

  /**
   * A text that is ready for the model.
   *
   * @param tokens the tokens of all windows whose vectors count; a token that is not of the text
   *     covers nothing
   */
  record Reading(List<Window> windows, TokenizedText tokens) {}

  /**
   * The prefix of the texts in a role.
   *
   * @param marker the token that comes before the text; empty for none
   * @param text the prefix that is tokenized together with the text
   */
  private record Prefix(int[] marker, String text) {}

  private Prefix prefix(Role role) {
    String stated = encoding.prefix(role);
    if (settings.filter(TokenVectorSettings::markers).isPresent() && !stated.isBlank()) {
      for (String token : List.of(stated, stated.strip().split("\\s", 2)[0])) {
        OptionalInt id = tokenizer.id(token);
        if (id.isPresent() && stated.startsWith(token)) {
          return new Prefix(new int[] {id.getAsInt()}, stated.substring(token.length()));
        }
      }
    }
    return new Prefix(new int[0], stated);
  }

  Reading read(String text, Role role) {
    Prefix prefix = prefix(role);
    TokenizedText tokens = tokenizer.tokenize(prefix.text + text);
    int prefixTokens = 0;
    while (prefixTokens < tokens.size() && tokens.ends()[prefixTokens] <= prefix.text.length()) {
      prefixTokens++;
    }
    SpecialTokens special = withMarker(prefix.marker);
    int limit = role == Role.QUERY ? longestQuery : maxLength;
    int around = special.prefix().length + special.suffix().length + prefixTokens;
    int available = Math.max(1, limit - around);
    int length = tokens.size() - prefixTokens;
    List<Window> windows = new ArrayList<>();
    CoveredTokens covered = new CoveredTokens(prefix.text.length());
    for (TextWindow part :
        TextWindow.split(role == Role.QUERY ? Math.min(length, available) : length, available)) {
      TokenizedText joined =
          joined(tokens, prefixTokens, prefixTokens + part.from(), prefixTokens + part.to());
      Encoding input = special.addTo(joined, Math.max(limit, around));
      TokenSequence sequence = expanded(input, role);
      int[] counted =
          Encoder.isBlank(text)
              ? new int[0]
              : counted(sequence, special.prefix().length + prefixTokens, part.size(), role);
      windows.add(new Window(sequence, counted));
      covered.add(input, sequence, counted);
    }
    return new Reading(windows, covered.tokens());
  }

  private SpecialTokens withMarker(int[] marker) {
    SpecialTokens special = tokenizer.specialTokens();
    int[] before =
        IntStream.concat(Arrays.stream(special.prefix()), Arrays.stream(marker)).toArray();
    return new SpecialTokens(
        before,
        special.separator(),
        special.suffix(),
        special.secondTypeId(),
        special.unknownId(),
        special.paddingId());
  }

  private int longestQuery(ModelFolder model) {
    Optional<QueryExpansion> expansion = settings.flatMap(TokenVectorSettings::expansion);
    if (expansion.isPresent() && expansion.get().length() > model.longestText()) {
      throw new ModelFormatException(
          model.path(),
          "expands queries to "
              + expansion.get().length()
              + " tokens, expected at most "
              + model.longestText()
              + ", which the model reads: correct query_length, or query_maxlen of ColBERT");
    }
    if (expansion.isPresent() && expansion.get().fixed()) {
      return expansion.get().length();
    }
    return Math.min(
        maxLength,
        settings
            .map(TokenVectorSettings::queryLength)
            .orElse(OptionalInt.empty())
            .orElse(maxLength));
  }

  /** Appends the tokens of a query expansion. */
  private TokenSequence expanded(Encoding input, Role role) {
    TokenSequence sequence = TokenSequence.of(input, role);
    Optional<QueryExpansion> expansion =
        settings.flatMap(TokenVectorSettings::expansion).filter(stated -> role == Role.QUERY);
    if (expansion.isEmpty() || sequence.length() >= expansion.get().length()) {
      return sequence;
    }
    TokenSequence padded = sequence.padded(expansion.get().length(), expansionId(expansion.get()));
    return expansion.get().attended()
        ? new TokenSequence(padded.ids(), padded.segments(), 0, role)
        : padded;
  }

  private int expansionId(QueryExpansion expansion) {
    return expansion
        .token()
        .map(tokenizer::id)
        .orElseGet(tokenizer::maskId)
        .orElseGet(() -> Arrays.stream(tokenizer.specialTokens().suffix()).findFirst().orElse(0));
  }

  /** Returns the indices of the tokens whose vectors count. */
  private int[] counted(TokenSequence sequence, int firstToken, int size, Role role) {
    if (settings.isEmpty()) {
      return IntStream.range(firstToken, firstToken + size).toArray();
    }
    return IntStream.range(settings.get().firstToken() ? 0 : 1, sequence.length())
        .filter(i -> role == Role.QUERY || !skipped.contains(sequence.ids()[i]))
        .toArray();
  }

  /** Returns the first tokens followed by those of a window. */
  private static TokenizedText joined(TokenizedText encoded, int firstToken, int from, int to) {
    return new TokenizedText(
        joined(encoded.ids(), firstToken, from, to),
        joined(encoded.starts(), firstToken, from, to),
        joined(encoded.ends(), firstToken, from, to));
  }

  private static int[] joined(int[] encoded, int firstToken, int from, int to) {
    int[] joined = Arrays.copyOf(encoded, firstToken + to - from);
    System.arraycopy(encoded, from, joined, firstToken, to - from);
    return joined;
  }
}
