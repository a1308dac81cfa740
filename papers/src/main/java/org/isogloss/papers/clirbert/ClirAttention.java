// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.measure.report.AttentionDiagram;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.neural.crossencoder.CrossEncoderAttention;

/** Figure 3 of the paper for any query and sentence. */
final class ClirAttention {
  private ClirAttention() {}

  /**
   * Draws the attention of the query's tokens over the tokens of a sentence.
   *
   * @param model folder of a cross-encoder
   * @param layers numbers of the layers, from 1; empty for the last one
   * @throws IllegalArgumentException if there is no such layer
   */
  static AttentionDiagram draw(Path model, String query, String sentence, List<Integer> layers) {
    try (ModelFolder folder = ModelFolder.open(model)) {
      CrossEncoderAttention found = CrossEncoderAttention.of(folder, query, sentence);
      AttentionDiagram picture =
          new AttentionDiagram(
              "What the pieces of “" + query + "” attend to", found.query(), found.sentence());
      List<String> heads =
          IntStream.rangeClosed(1, found.heads()).mapToObj(Integer::toString).toList();
      List<Integer> plottedLayers = layers.isEmpty() ? List.of(found.layers()) : layers;
      for (int layer : plottedLayers) {
        if (layer < 1 || layer > found.layers()) {
          throw new IllegalArgumentException(
              "layer is " + layer + ", expected 1 to " + found.layers());
        }
        picture.layer("Layer " + layer + ", heads", heads, found.weights()[layer - 1]);
      }
      return picture;
    }
  }
}
