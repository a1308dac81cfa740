// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.multivector;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which tokens of a text have a vector. All tokens that the model reads do, special tokens and
 * prefix included, except those that these settings exclude.
 *
 * @param firstToken whether the first token has one
 * @param markers whether the prefix of a text begins with a token that is inserted as it is, if the
 *     vocabulary has it
 * @param queryLength maximum number of tokens of a query, special tokens included; empty for that
 *     of passages
 * @param expansion the tokens that are appended to queries; empty for none
 * @param skipped tokens without a vector in passages
 */
public record TokenVectorSettings(
    boolean firstToken,
    boolean markers,
    OptionalInt queryLength,
    Optional<QueryExpansion> expansion,
    List<String> skipped) {
  /** The settings of M3 models. */
  static final TokenVectorSettings M3 =
      new TokenVectorSettings(false, false, OptionalInt.empty(), Optional.empty(), List.of());

  public TokenVectorSettings {
    requireNonNull(queryLength, "queryLength is null");
    requireNonNull(expansion, "expansion is null");
    skipped = List.copyOf(skipped);
  }

  /** Returns these settings with other tokens without a vector. */
  public TokenVectorSettings withSkipped(List<String> tokens) {
    return new TokenVectorSettings(firstToken, markers, queryLength, expansion, tokens);
  }
}
