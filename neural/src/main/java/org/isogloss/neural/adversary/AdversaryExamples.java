// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.adversary;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.isogloss.core.Role;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.text.Encoding;

/** Encodes texts for the adversary. */
final class AdversaryExamples {
  private final PretrainedModel model;
  private final AdversaryOptions.Vectors vectors;
  private final Role role;
  private final int maxLength;
  private final Set<Integer> special;

  /**
   * Creates an encoder of examples.
   *
   * @param role the role of the texts
   * @param maxLength maximum number of tokens of a text
   */
  AdversaryExamples(
      PretrainedModel model, AdversaryOptions.Vectors vectors, Role role, int maxLength) {
    this.model = model;
    this.vectors = vectors;
    this.role = role;
    this.maxLength = maxLength;
    this.special = model.tokenizer().specialTokens().ids();
  }

  /**
   * Encodes a text.
   *
   * @param query the query of the text; read for shared terms only
   */
  AdversaryExample encode(String text, String query, boolean source) {
    Encoding encoded = model.encode(text, role, maxLength);
    return new AdversaryExample(
        encoded,
        source,
        switch (vectors) {
          case SENTENCE -> new int[0];
          case TERMS -> positions(encoded, tokens(text));
          case SHARED_TERMS -> positions(encoded, tokens(query));
        });
  }

  /** Returns whether the discriminator reads any part of an example. */
  boolean isUsable(AdversaryExample example) {
    return vectors == AdversaryOptions.Vectors.SENTENCE || example.positions().length > 0;
  }

  /** Returns the distinct tokens of a text without a prefix. */
  private Set<Integer> tokens(String text) {
    Set<Integer> tokens = new HashSet<>();
    for (int id : model.tokenizer().encode(text, maxLength).ids()) {
      tokens.add(id);
    }
    return tokens;
  }

  private int[] positions(Encoding text, Set<Integer> tokens) {
    return IntStream.range(0, text.size())
        .filter(i -> tokens.contains(text.ids()[i]) && !special.contains(text.ids()[i]))
        .toArray();
  }
}
