// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Query;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.runtime.InferenceOptions;

/**
 * The folder of a model in which the conversion of its own scores to probabilities is stored. The
 * folder is compared with the model that is measured, so that no model is given the conversion of
 * another one's scores.
 */
public final class ProbabilityFolder {
  private static final int DIGITS = 12;

  private final Path folder;

  private ProbabilityFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Returns the folder of the model whose scores a pipeline converts: the re-ranker, or without one
   * the encoder.
   *
   * @param pipeline the pipeline that is measured
   * @param rerankers finds re-rankers by their names, also the one in the folder, and closes them
   * @param encoder the encoder that is measured; empty if there is none
   * @param options how models run
   * @throws IsoglossException if the folder has another model than the measured one, or a model
   *     that scores the words of a query one by one
   */
  public static ProbabilityFolder of(
      Path folder,
      Pipeline pipeline,
      Function<String, Optional<PairScorer>> rerankers,
      Optional<Encoder> encoder,
      InferenceOptions options) {
    if (!Files.exists(folder.resolve(ModelManifest.FILE))) {
      throw new IsoglossException(
          folder
              + ": is no model folder, expected "
              + ModelManifest.FILE
              + " in it; name the folder of the model that is measured");
    }
    if (ModelManifest.read(folder).wordScoring().isPresent()) {
      throw new IsoglossException(
          folder
              + ": the model scores the words of a query one by one, and cannot store the"
              + " probabilities of whole queries; store them in the index");
    }
    pipeline
        .reranker()
        .ifPresentOrElse(
            name -> requireReranker(folder, name, rerankers),
            () -> encoder.ifPresent(measured -> requireEncoder(folder, measured, options)));
    return new ProbabilityFolder(folder);
  }

  private static void requireReranker(
      Path folder, String name, Function<String, Optional<PairScorer>> rerankers) {
    PairScorer measured = rerankers.apply(name).orElseThrow();
    PairScorer found = rerankers.apply(folder.toString()).orElseThrow();
    if (measured instanceof TokenVectorScorer measuredTokens
        && found instanceof TokenVectorScorer foundTokens) {
      requireSameWeights(
          folder, "re-ranker", foundTokens.fingerprint(), measuredTokens.fingerprint());
    } else if (!Arrays.equals(sampleScores(found), sampleScores(measured))) {
      throw new IsoglossException(
          folder
              + ": the re-ranker scores a text differently from the measured one, "
              + name
              + "; name the folder of that re-ranker, or a pipeline with this one");
    }
  }

  private static void requireEncoder(Path folder, Encoder measured, InferenceOptions options) {
    if (Files.exists(folder.resolve(LateInteractionTables.FILE))) {
      throw new IsoglossException(
          folder
              + ": is a re-ranker by late interaction, but the pipeline has no re-ranker, so that"
              + " cosines of vectors are converted; name the folder of the encoder, or a pipeline"
              + " with this re-ranker");
    }
    try (LoadedModel found = Models.open(folder.toString(), options)) {
      requireSameWeights(folder, "encoder", found.encoder().fingerprint(), measured.fingerprint());
    }
  }

  private static void requireSameWeights(Path folder, String kind, String found, String measured) {
    if (!found.equals(measured)) {
      throw new IsoglossException(
          folder
              + ": the weights of the "
              + kind
              + " are "
              + shortened(found)
              + ", but "
              + shortened(measured)
              + " were measured; name the folder of the measured "
              + kind
              + ", or measure this one");
    }
  }

  private static String shortened(String fingerprint) {
    return fingerprint.substring(0, Math.min(DIGITS, fingerprint.length()));
  }

  private static float[] sampleScores(PairScorer scorer) {
    Query query = new Query("q", Language.of("en"), "When does the library open?");
    return scorer.score(query, List.of(TokenVectorScorer.SAMPLE));
  }

  /** Stores a conversion in place of the one that the folder's manifest states. */
  public void store(ScoreProbability conversion) {
    ModelManifest.read(folder).withProbability(conversion).write(folder);
  }

  /** The path of the folder, for messages. */
  @Override
  public String toString() {
    return folder.toString();
  }
}
