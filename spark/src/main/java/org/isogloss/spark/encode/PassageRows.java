// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.encode;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.util.BytesRef;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.json.MetadataJson;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.spark.job.JobFolder;

/** Reads the rows of {@link EncodeJob}. */
public final class PassageRows {
  private static final String SCHEMA =
      "document string, passage int, language string, title string, text string, start int,"
          + " end int, vector array<float>, sentence_vectors binary, token_vectors binary,"
          + " metadata string, source string, block long, record long";

  private PassageRows() {}

  /** Reads the passages in a folder, which is the complete output of {@link EncodeJob}. */
  public static Dataset<Row> read(SparkSession spark, JobFolder folder) {
    return spark.read().schema(SCHEMA).parquet(folder.path());
  }

  /** Returns the passage of a row. */
  public static EncodedPassage passage(Row row) {
    return new EncodedPassage(
        new Passage(
            row.getString(0),
            row.getInt(1),
            Language.of(row.getString(2)),
            row.getString(3),
            row.getString(4),
            row.getInt(5),
            row.getInt(6)),
        row.isNullAt(7) ? Optional.empty() : Optional.of(vector(row.getList(7))),
        bytes(row, 8),
        bytes(row, 9));
  }

  private static float[] vector(List<Float> components) {
    float[] vector = new float[components.size()];
    int i = 0;
    for (float component : components) {
      vector[i++] = component;
    }
    return vector;
  }

  private static Optional<BytesRef> bytes(Row row, int column) {
    return row.isNullAt(column)
        ? Optional.empty()
        : Optional.of(new BytesRef((byte[]) row.getAs(column)));
  }

  /** Returns the document of a row, without text. */
  public static Document document(Row row) {
    return new Document(
        row.getString(0),
        Language.of(row.getString(2)),
        row.getString(3),
        "",
        row.isNullAt(10) ? Metadata.EMPTY : metadata(row.getString(10)));
  }

  private static Metadata metadata(String json) {
    try {
      return MetadataJson.read((ObjectNode) JsonFile.MAPPER.readTree(json));
    } catch (JsonProcessingException | ClassCastException e) {
      throw new IsoglossException("the metadata " + json + " are damaged, expected an object", e);
    }
  }
}
