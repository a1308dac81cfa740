package org.isogloss.neural;

import java.util.List;
import org.isogloss.text.WordPieceOptions;

/**
 * What a training of a static encoder gave.
 *
 * @param vocabulary pieces; the place in the list is the id
 * @param options how text is prepared
 * @param dimension of the vectors
 * @param rows {@code [pieces * dimension]}, row after row
 * @param logWeights {@code [pieces]}
 * @param score of the best validation
 */
public record TrainedStaticEncoder(
    List<String> vocabulary,
    WordPieceOptions options,
    int dimension,
    float[] rows,
    float[] logWeights,
    double score) {
  public TrainedStaticEncoder {
    vocabulary = List.copyOf(vocabulary);
  }
}
