// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.data.training.JudgedExample;
import org.isogloss.data.training.JudgedExamples;
import org.isogloss.data.training.JudgedPassage;
import org.isogloss.data.training.LabelledText;
import org.isogloss.data.training.LabelledTexts;

/** Writes {@link CollectionFormat#TRAINING}. */
final class TrainingWriter implements CollectionWriter {
  private final Path folder;
  private final DocumentIndex documents;
  private final OpenWriters<JudgedExample> examples = new OpenWriters<>(JudgedExamples::writer);

  /** Has the texts of both directions, so that its files are completed at the end. */
  private final OpenWriters<LabelledText> texts = new OpenWriters<>(LabelledTexts::writer);

  TrainingWriter(Path folder, DocumentIndex documents) {
    this.folder = folder;
    this.documents = documents;
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
    LabelledText own =
        new LabelledText(query.language(), text(query.id()), Optional.of(query.text()));
    crossLingual
        .candidates()
        .forEach(
            (language, judgements) -> {
              JudgedExample example =
                  new JudgedExample(
                      query.text(),
                      judgements.stream()
                          .map(one -> new JudgedPassage(text(one.documentId()), one.grade()))
                          .toList());
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
