// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tokenizer;

import java.util.Arrays;
import java.util.List;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;

/** The classes of Python's transformers whose tokenizers this library has. */
enum TokenizerClass {
  /** WordPiece; the settings are in {@code tokenizer_config.json}. */
  BERT("BertTokenizer", "DistilBertTokenizer", "ElectraTokenizer"),
  /** WordPiece with the special tokens of RoBERTa, from {@code tokenizer.json}. */
  MPNET("MPNetTokenizer"),
  /** Unigram, from {@code tokenizer.json}. */
  XLM_ROBERTA("XLMRobertaTokenizer"),
  /** Byte pair encoding of bytes or characters, from {@code tokenizer.json}. */
  BPE("RobertaTokenizer", "GPT2Tokenizer", "Qwen2Tokenizer", "GemmaTokenizer"),
  /** Whatever {@code tokenizer.json} describes. */
  GENERIC("PreTrainedTokenizerFast", "TokenizersBackend");

  static final String KEY = "tokenizer_class";

  private static final String FAST = "Fast";

  private final List<String> names;

  TokenizerClass(String... names) {
    this.names = List.of(names);
  }

  /**
   * Returns the class that a file names.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if it is another class
   */
  static TokenizerClass read(JsonObject json) {
    String found = json.string(KEY);
    String slow = found.endsWith(FAST) ? found.substring(0, found.length() - FAST.length()) : found;
    return Arrays.stream(values())
        .filter(known -> known.names.contains(found) || known.names.contains(slow))
        .findFirst()
        .orElseThrow(
            () ->
                json.error(
                    KEY,
                    Excerpt.quote(found),
                    "one of "
                        + String.join(
                            ", ", Arrays.stream(values()).flatMap(c -> c.names.stream()).toList())
                        + ": another tokenizer gives other tokens and thus wrong vectors; use a"
                        + " model with one of these, or compute the vectors in Python and index"
                        + " them as those of an external model (SearchEngine.indexEmbedded)"));
  }
}
