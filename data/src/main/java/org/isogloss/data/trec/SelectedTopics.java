// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;

/** Selects one version of each topic; a topic without the selected version is malformed. */
final class SelectedTopics implements Records.Source<Topic> {
  /** The sources of versions in order of preference, if no source is selected. */
  private static final List<String> PREFERRED = List.of("original", "human");

  private final Records.Source<List<TopicVersion>> topics;
  private final TopicSelection selection;

  private SelectedTopics(Records.Source<List<TopicVersion>> topics, TopicSelection selection) {
    this.topics = topics;
    this.selection = selection;
  }

  static Records<Topic> of(
      Records<List<TopicVersion>> topics, TopicSelection selection, OnError onError) {
    return new Records<>(new SelectedTopics(topics.source(), selection), onError);
  }

  @Override
  public Optional<Topic> next() throws MalformedRecordException {
    Optional<List<TopicVersion>> versions = topics.next();
    return versions.isEmpty() ? Optional.empty() : Optional.of(select(versions.get()));
  }

  private Topic select(List<TopicVersion> versions) throws MalformedRecordException {
    boolean isOnly = versions.size() == 1 && versions.getFirst().source().isEmpty();
    if (isOnly && selection.source().isEmpty()) {
      return versions.getFirst().topic();
    }
    LanguageRange languages = LanguageRange.of(selection.language().tag());
    List<TopicVersion> matching =
        versions.stream()
            .filter(
                version ->
                    selection.language().isUndetermined()
                        || languages.contains(version.topic().language()))
            .filter(version -> version.isFrom(selection.source()))
            .toList();
    if (matching.size() > 1) {
      matching = preferred(matching);
    }
    if (matching.size() == 1) {
      return matching.getFirst().topic();
    }
    throw new MalformedRecordException(
        "topic "
            + versions.getFirst().topic().id()
            + " has the versions "
            + versions.stream().map(TopicVersion::toString).collect(Collectors.joining(", "))
            + ", expected "
            + (matching.isEmpty() ? "one" : "only one")
            + (selection.language().isUndetermined() ? "" : " in " + selection.language())
            + (selection.source().isEmpty() ? "" : " from " + Excerpt.quote(selection.source()))
            + ": select a language and a source that it has");
  }

  private static List<TopicVersion> preferred(List<TopicVersion> versions) {
    for (String source : PREFERRED) {
      List<TopicVersion> fromSource =
          versions.stream().filter(version -> version.isFrom(source)).toList();
      if (!fromSource.isEmpty()) {
        return fromSource;
      }
    }
    return versions;
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
