// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.isogloss.core.io.Checksums;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.neural.corpus.MonolingualTextReader;
import org.isogloss.neural.corpus.ParallelTextReader;
import org.isogloss.neural.corpus.TrainingSources;

/** The files that the training of a ranker reads. */
final class RankerSourceFiles {
  private static final String BASE = "base";
  private static final String JUDGED = "judged";
  private static final String TEACHER = "teacher";
  private static final String RANKING_TEACHER = "ranking-teacher";
  private static final String ADVERSARY = "adversary";

  /** The names of the sources in recipes. */
  static final List<String> PARTS =
      List.of(
          BASE,
          ParallelTextReader.BITEXT,
          ParallelTextReader.DOCUMENTATION,
          ParallelTextReader.MULTIPARALLEL,
          MonolingualTextReader.MONOLINGUAL,
          JUDGED,
          TEACHER,
          RANKING_TEACHER,
          ADVERSARY);

  private RankerSourceFiles() {}

  static List<ProvenanceSource> list(RankerRecipe recipe) {
    TrainingSources sources = new TrainingSources(recipe.licences());
    RankerDataOptions data = recipe.data();
    sources.model(BASE, recipe.model().base());
    data.bitext()
        .ifPresent(folder -> sources.folder(ParallelTextReader.BITEXT, folder, name -> true));
    data.documentation()
        .ifPresent(folder -> addTables(sources, ParallelTextReader.DOCUMENTATION, folder));
    data.multiparallel()
        .ifPresent(folder -> addTables(sources, ParallelTextReader.MULTIPARALLEL, folder));
    data.monolingual()
        .ifPresent(
            folder ->
                sources.folder(
                    MonolingualTextReader.MONOLINGUAL, folder, MonolingualTextReader::isText));
    data.judged().ifPresent(judged -> judged.files().forEach(file -> add(sources, file)));
    recipe.teacher().ifPresent(folder -> sources.model(TEACHER, folder));
    recipe.rankingTeacher().ifPresent(folder -> sources.model(RANKING_TEACHER, folder));
    recipe.adversaryTexts().ifPresent(file -> sources.file(ADVERSARY, file));
    return sources.list();
  }

  private static void addTables(TrainingSources sources, String part, Path folder) {
    sources.folder(part, folder, name -> name.endsWith(".tsv.gz"));
  }

  private static void add(TrainingSources sources, Path file) {
    if (Files.isDirectory(file)) {
      sources.folder(JUDGED, file, name -> true);
    } else {
      sources.file(JUDGED, file);
    }
  }

  /** Returns a key that changes if the corpus read from these files changes. */
  static String corpusKey(RankerDataOptions data, List<ProvenanceSource> sources) {
    StringBuilder content = new StringBuilder(data.pairsFingerprint());
    sources.stream()
        .filter(
            source ->
                Stream.of(
                        ParallelTextReader.BITEXT,
                        ParallelTextReader.DOCUMENTATION,
                        ParallelTextReader.MULTIPARALLEL,
                        MonolingualTextReader.MONOLINGUAL)
                    .anyMatch(source.name()::startsWith))
        .forEach(source -> content.append(source.name()).append(source.sha256()));
    return Checksums.sha256(content.toString()).substring(0, 16);
  }
}
