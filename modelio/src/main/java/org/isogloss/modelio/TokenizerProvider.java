// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import java.nio.file.Path;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.text.Tokenizer;

/**
 * Supplies a tokenizer for files {@code tokenizer.json} that this library does not read itself. It
 * is found as a service; there is none unless a program adds one to its class path or module path.
 */
public interface TokenizerProvider {
  /**
   * Opens a tokenizer.
   *
   * @param tokenizerJson the file, which can be in a jar
   * @return a tokenizer that holds nothing that must be closed
   * @throws ModelFormatException if the provider cannot read it either
   */
  Tokenizer open(Path tokenizerJson);
}
