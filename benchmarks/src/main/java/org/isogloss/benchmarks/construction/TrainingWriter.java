// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Iterator;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.data.Judgement;
import org.isogloss.data.RecordWriter;

/** Writes {@link CollectionFormat#TRAINING}. */
final class TrainingWriter implements CollectionWriter {
  private final Path folder;
  private final DocumentIndex documents;
  private final OpenWriters<ObjectNode> examples = new OpenWriters<>(TrainingWriter::writer);

  /** Has the texts of both directions, so that its files are completed at the end. */
  private final OpenWriters<ObjectNode> texts = new OpenWriters<>(TrainingWriter::writer);

  TrainingWriter(Path folder, DocumentIndex documents) {
    this.folder = folder;
    this.documents = documents;
  }

  private static RecordWriter<ObjectNode> writer(Path file) {
    return RecordWriter.open(file, (object, line) -> line.append(object));
  }

  /** Writes nothing: the examples contain the texts of their documents. */
  @Override
  public void writeDocuments(Language language, Iterator<Document> documents) {}

  @Override
  public void writeQuery(CrossLingualQuery crossLingual) {
    if (crossLingual.split() != Split.TRAIN) {
      return;
    }
    Query query = crossLingual.query();
    ObjectNode own = JsonNodeFactory.instance.objectNode();
    own.put("language", query.language().tag());
    own.put("text", text(query.id()));
    own.put("query", query.text());
    crossLingual
        .candidates()
        .forEach(
            (language, judgements) -> {
              ObjectNode example = JsonNodeFactory.instance.objectNode();
              example.put("query", query.text());
              ArrayNode passages = example.putArray("passages");
              for (Judgement judgement : judgements) {
                passages
                    .addObject()
                    .put("text", text(judgement.documentId()))
                    .put("grade", judgement.grade());
              }
              examples.write(pair(query.language(), language).resolve("judged.jsonl"), example);
              if (!language.equals(query.language())) {
                texts.write(pair(query.language(), language).resolve("texts.jsonl"), own);
                texts.write(pair(language, query.language()).resolve("texts.jsonl"), own);
              }
            });
  }

  private Path pair(Language queries, Language documents) {
    return folder.resolve(queries + "_" + documents);
  }

  private String text(String id) {
    Document document = documents.document(id);
    return Passage.titled(document.title(), document.text());
  }

  @Override
  public void endQueries() {
    examples.commit();
  }

  @Override
  public void commit() {
    examples.commit();
    texts.commit();
  }

  @Override
  public void close() {
    examples.close();
    texts.close();
  }
}
