// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Query;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;

/** Makes queries of topics. A topic without the selected parts is malformed. */
public final class TopicQueries implements Records.Source<Query> {
  private final Records.Source<Topic> topics;
  private final Set<Topic.Part> parts;

  private TopicQueries(Records.Source<Topic> topics, Set<Topic.Part> parts) {
    this.topics = topics;
    this.parts = parts;
  }

  /**
   * Makes queries of topics, which cannot be used otherwise afterwards.
   *
   * @param parts the parts of a query; empty for the title, or the description if there is no title
   */
  public static Records<Query> of(Records<Topic> topics, Set<Topic.Part> parts, OnError onError) {
    return new Records<>(new TopicQueries(topics.source(), Set.copyOf(parts)), onError);
  }

  @Override
  public Optional<Query> next() throws MalformedRecordException {
    Optional<Topic> topic = topics.next();
    return topic.isEmpty() ? Optional.empty() : Optional.of(query(topic.get()));
  }

  private Query query(Topic topic) throws MalformedRecordException {
    if (parts.isEmpty()) {
      return topic.toQuery();
    }
    for (Topic.Part part : parts) {
      if (topic.text(part).isEmpty()) {
        throw new MalformedRecordException(
            "topic " + topic.id() + " has no " + part + ": select parts that it has");
      }
    }
    return topic.toQuery(parts);
  }

  @Override
  public FormatException toFormatException(String problem) {
    return topics.toFormatException(problem);
  }

  @Override
  public double progress() {
    return topics.progress();
  }

  @Override
  public void close() {
    topics.close();
  }
}
