// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.encode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.ForeachPartitionFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.util.LongAccumulator;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.search.writer.DocumentEncoder;
import org.isogloss.search.writer.SplittingEncoder;
import org.isogloss.spark.job.PartitionOutput;

/** Encodes the documents of a partition, in batches like those of a local index. */
final class EncodeTask implements ForeachPartitionFunction<Row> {
  private static final long serialVersionUID = 1;
  private static final int BATCH_DOCUMENTS = 64;
  private static final int BATCH_CHARACTERS = 1 << 17;

  private final PartitionOutput output;
  private final ModelReference model;
  private final ModelReference tokenVectors;
  private final String manifest;
  private final String language;
  private final OnError onError;
  private final Counters counters;

  /** What the tasks count. */
  record Counters(
      LongAccumulator documents,
      LongAccumulator passages,
      LongAccumulator empty,
      LongAccumulator malformed)
      implements java.io.Serializable {}

  EncodeTask(
      PartitionOutput output,
      ModelReference model,
      ModelReference tokenVectors,
      String manifest,
      Language language,
      OnError onError,
      Counters counters) {
    this.output = output;
    this.model = model;
    this.tokenVectors = tokenVectors;
    this.manifest = manifest;
    this.language = language.tag();
    this.onError = onError;
    this.counters = counters;
  }

  @Override
  public void call(Iterator<Row> lines) throws IOException {
    int partition = TaskContext.getPartitionId();
    if (output.isFinished(partition)) {
      return;
    }
    DocumentEncoder encoder =
        SplittingEncoder.of(
            ManifestText.parse(manifest),
            SharedModels.encoder(model),
            SharedModels.tokenVectorScorer(tokenVectors));
    output.publish(
        partition,
        (path, configuration) -> {
          try (PassageFile file = PassageFile.create(path, configuration)) {
            encode(lines, encoder, file);
          }
        });
  }

  private void encode(Iterator<Row> lines, DocumentEncoder encoder, PassageFile file)
      throws IOException {
    Language defaultLanguage = Language.of(language);
    List<Document> batch = new ArrayList<>();
    List<RecordPosition> positions = new ArrayList<>();
    int characters = 0;
    for (long record = 0; lines.hasNext(); record++) {
      Row line = lines.next();
      byte[] bytes = line.getAs(0);
      RecordPosition position = new RecordPosition(line.getString(1), line.getLong(2), record);
      if (isBlank(bytes)) {
        continue;
      }
      try {
        Document document = DocumentLines.parse(bytes, defaultLanguage);
        batch.add(document);
        positions.add(position);
        characters += document.title().length() + document.text().length();
      } catch (MalformedRecordException e) {
        reject(position, e);
      }
      if (batch.size() >= BATCH_DOCUMENTS || characters >= BATCH_CHARACTERS) {
        write(batch, positions, encoder, file);
        batch.clear();
        positions.clear();
        characters = 0;
      }
    }
    write(batch, positions, encoder, file);
  }

  private static boolean isBlank(byte[] line) {
    for (byte character : line) {
      if (character != ' ' && character != '\t' && character != '\r') {
        return false;
      }
    }
    return true;
  }

  private void reject(RecordPosition position, MalformedRecordException problem) {
    if (onError == OnError.FAIL) {
      throw new IsoglossException(
          position.source()
              + ", record "
              + (position.record() + 1)
              + " of the part that begins at byte "
              + position.block()
              + ": "
              + problem.getMessage());
    }
    counters.malformed().add(1);
  }

  private void write(
      List<Document> documents,
      List<RecordPosition> positions,
      DocumentEncoder encoder,
      PassageFile file)
      throws IOException {
    List<List<EncodedPassage>> encoded = encoder.encode(documents);
    for (int i = 0; i < documents.size(); i++) {
      for (EncodedPassage passage : encoded.get(i)) {
        file.write(documents.get(i), passage, positions.get(i));
      }
      counters.documents().add(1);
      counters.passages().add(encoded.get(i).size());
      counters.empty().add(encoded.get(i).isEmpty() ? 1 : 0);
    }
  }
}
