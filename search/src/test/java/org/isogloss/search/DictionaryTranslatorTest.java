// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.List;
import java.util.Map;
import org.isogloss.core.TextTranslator;
import org.isogloss.core.contract.TextTranslatorContractTest;

class DictionaryTranslatorTest extends TextTranslatorContractTest {
  @Override
  protected TextTranslator open() {
    return new DictionaryTranslator("en fr", "de", Map.of("dog", "Hund", "chat", "Katze"));
  }

  @Override
  protected List<String> texts() {
    return List.of("dog", "chat", "unknown");
  }
}
