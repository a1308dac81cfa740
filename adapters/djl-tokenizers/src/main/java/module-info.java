// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Supplies Hugging Face's own tokenizers for files that Isogloss does not read itself. */
module org.isogloss.djl {
  requires transitive org.isogloss.modelio;
  requires ai.djl.api;
  requires ai.djl.tokenizers;
  requires com.fasterxml.jackson.databind;

  provides org.isogloss.modelio.TokenizerProvider with
      org.isogloss.djl.DjlTokenizerProvider;
}
