// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.nio.file.Path;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;

/** The contract of readers of bitext whose format is detected, here in German and English. */
abstract class BitextReaderContractTest extends RecordReaderContractTest<SentencePair> {
  static final Language EN = Language.of("en");
  static final Language DE = Language.of("de");
  static final LanguagePair DE_EN = new LanguagePair(DE, EN);
  static final LanguagePair EN_DE = new LanguagePair(EN, DE);

  /** The languages in which the records of {@link #good} are read. */
  abstract LanguagePair languages();

  @Override
  public Records<SentencePair> read(Path file, OnError onError) {
    return Bitext.read(file, languages(), onError);
  }

  final SentencePair pair(String source, String target) {
    return new SentencePair(languages().source(), languages().target(), source, target, "");
  }
}
