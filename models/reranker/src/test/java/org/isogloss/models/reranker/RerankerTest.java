// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.models.reranker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.ModelSummary;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.rerank.PairScorers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RerankerTest {
  private static final Language ENGLISH = Language.of("en");
  private static final Language GERMAN = Language.of("de");
  private static final Language CHINESE = Language.of("zh");

  private static Passage passage(Language language, String text) {
    return new Passage("d", 0, language, "", text, 0, text.length());
  }

  @Test
  void isFoundByItsNameAndIsSmallBesideCompact() {
    try (ModelFolder reranker = ModelFolder.findShipped("reranker").orElseThrow()) {
      assertThat(reranker.manifest().vocabulary().orElseThrow().model()).isEqualTo("compact");
      assertThat(ModelSummary.of(reranker).sizeOnDisk()).isLessThanOrEqualTo(40_000_000);
    }
  }

  @Test
  void saysWhereItComesFrom() {
    try (ModelFolder reranker = ModelFolder.findShipped("reranker").orElseThrow()) {
      assertThat(reranker.manifest().name()).isEqualTo("reranker");
      assertThat(reranker.manifest().licence()).isEqualTo("CC-BY-SA-4.0");
      assertThat(reranker.manifest().provenance().sources())
          .hasSize(51)
          .noneMatch(source -> source.name().startsWith("/"))
          .extracting(ProvenanceSource::licence)
          .containsOnly(
              "CC-BY-SA-4.0", "CC-BY-2.0-FR AND CC0-1.0 AND PSF-2.0 AND CC-BY-SA-3.0 AND MPL-2.0");
      LateInteractionTables tables = LateInteractionTables.find(reranker).orElseThrow();
      assertThat(tables.languages()).hasSize(51).contains("en", "de", "zh", "sw");
      assertThat(tables.translationSimilarity(ENGLISH, GERMAN)).isBetween(0.7f, 0.9f);
    }
  }

  @Test
  void theProbabilitiesAreOfItsScoresAndNotOfCosines() {
    try (ModelFolder model = ModelFolder.findShipped("reranker").orElseThrow();
        PairScorer reranker = PairScorers.open(model, InferenceOptions.defaults());
        Encoder encoder = Encoders.open(model, InferenceOptions.defaults())) {
      assertThat(reranker.probability()).isEqualTo(model.manifest().probability()).isPresent();
      assertThat(encoder.probability()).isEmpty();
    }
  }

  @Test
  void theAnswerStandsFirstInWhateverLanguageItIs() {
    try (ModelFolder model = ModelFolder.findShipped("reranker").orElseThrow();
        PairScorer reranker = PairScorers.open(model, InferenceOptions.defaults())) {
      List<Passage> passages =
          List.of(
              passage(ENGLISH, "Krakow lies on the Vistula and was the residence of kings."),
              passage(GERMAN, "Der Eintritt kostet zwölf Euro, für Kinder die Hälfte."),
              passage(CHINESE, "华沙是波兰的首都，人口约一百七十四万。"),
              passage(ENGLISH, "The museum is closed on Mondays and on public holidays."));
      assertThat(
              best(reranker, new Query("q", ENGLISH, "How many people live in Warsaw?"), passages))
          .isEqualTo(2);
      assertThat(
              best(reranker, new Query("q", GERMAN, "Wann ist das Museum geschlossen?"), passages))
          .isEqualTo(3);
      assertThat(best(reranker, new Query("q", CHINESE, "门票多少钱？"), passages)).isEqualTo(1);
    }
  }

  private static int best(PairScorer reranker, Query query, List<Passage> passages) {
    float[] scores = reranker.score(query, passages);
    int best = 0;
    for (int i = 1; i < scores.length; i++) {
      best = scores[i] > scores[best] ? i : best;
    }
    return best;
  }

  @Test
  void recordedChecksumsAreThoseOfTheFiles() {
    Path resources = Path.of("src/main/resources/org/isogloss/models/reranker");
    try (ModelFolder recorded = ModelFolder.findShipped("reranker").orElseThrow();
        ModelFolder computed = ModelFolder.open(resources)) {
      assertThat(recorded.fingerprint()).isEqualTo(computed.fingerprint());
    }
  }

  @Test
  void theRecordedVocabularyIsThatOfCompact() {
    try (ModelFolder compact = ModelFolder.findShipped("compact").orElseThrow();
        ModelFolder reranker = ModelFolder.findShipped("reranker").orElseThrow()) {
      assertThat(compact.recordedVocabularyChecksum())
          .contains(reranker.manifest().vocabulary().orElseThrow().vectorsSha256());
    }
  }

  @Test
  void foldersOutsideTheClassPathAreVerified(@TempDir Path folder) throws IOException {
    for (String name : List.of("compact", "reranker")) {
      Path resources = Path.of("../" + name + "/src/main/resources/org/isogloss/models/" + name);
      Files.createSymbolicLink(folder.resolve(name), resources.toAbsolutePath().normalize());
    }
    try (ModelFolder reranker = ModelFolder.open(folder.resolve("reranker"));
        ModelFolder compact = reranker.openVocabularyModel();
        PairScorer scorer = PairScorers.open(reranker, InferenceOptions.defaults())) {
      assertThat(compact.recordedVocabularyChecksum()).isEmpty();
      assertThat(scorer).isNotNull();
    }
  }
}
