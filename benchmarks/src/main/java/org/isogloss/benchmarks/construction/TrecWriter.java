// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.nio.file.Path;
import java.util.Iterator;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.Judgement;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.data.trec.Topic;
import org.isogloss.data.trec.TrecQrels;
import org.isogloss.data.trec.TrecTopics;

/** Writes {@link CollectionFormat#TREC}. */
final class TrecWriter implements CollectionWriter {
  private final Path folder;
  private final OpenWriters<Topic> topics = new OpenWriters<>(TrecTopics::writer);
  private final OpenWriters<Judgement> judgements = new OpenWriters<>(TrecQrels::writer);

  TrecWriter(Path folder) {
    this.folder = folder;
  }

  @Override
  public void writeDocuments(Language language, Iterator<Document> documents) {
    try (RecordWriter<Document> writer =
        JsonlDocuments.writer(folder.resolve(language + ".jsonl"))) {
      writer.writeAllAndCommit(documents);
    }
  }

  @Override
  public void writeQuery(CrossLingualQuery crossLingual) {
    Query query = crossLingual.query();
    String split = "." + crossLingual.split().fileName();
    topics.write(
        folder.resolve(query.language() + split + ".topics"),
        new Topic(query.id(), query.language(), query.text(), "", ""));
    crossLingual
        .candidates()
        .forEach(
            (language, ofLanguage) -> {
              Path file = folder.resolve(query.language() + "_" + language + split + ".qrels");
              ofLanguage.forEach(judgement -> judgements.write(file, judgement));
            });
  }

  @Override
  public void endQueries() {
    topics.commit();
    judgements.commit();
  }

  @Override
  public void commit() {
    endQueries();
  }

  @Override
  public void close() {
    topics.close();
    judgements.close();
  }
}
