// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.isogloss.data.SymbolicLinks;
import org.isogloss.data.summary.DataSummary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Folders of files in any format: every file is read or listed. */
@Timeout(120)
class CollectionFolderTest {
  private static final Language DE = Language.of("de");
  private static final DocumentOptions FOLLOWED =
      DocumentOptions.DEFAULT.withLinks(SymbolicLinks.ALL);

  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, name.endsWith(".gz") ? RecordReaderContractTest.gzip(bytes) : bytes);
  }

  private static String jsonl(String... ids) {
    StringBuilder lines = new StringBuilder();
    for (String id : ids) {
      lines.append("{\"id\": \"").append(id).append("\", \"text\": \"x\"}\n");
    }
    return lines.toString();
  }

  private List<String> ids(Records<Document> documents) {
    return documents.toList().stream().map(Document::id).toList();
  }

  private Records<Document> read(OnError onError) {
    return Documents.read(folder, DE, onError);
  }

  @Test
  void readsAFolderOfJsonl() throws IOException {
    write("b.jsonl", jsonl("2", "3"));
    write("a.jsonl.gz", jsonl("1"));
    assertThat(DataFormat.detect(folder)).isEqualTo(DataFormat.COLLECTION_FOLDER);
    Records<Document> documents = read(OnError.FAIL);
    assertThat(ids(documents)).containsExactly("1", "2", "3");
    assertThat(documents.skippedFiles().count()).isZero();
  }

  @Test
  void skipsAndListsADescriptionOfTheData() throws IOException {
    write("docs.jsonl", jsonl("1"));
    write("README.md", "# My documents\n");
    write("LICENSE", "As you like.\n");
    Records<Document> documents = read(OnError.FAIL);
    assertThat(ids(documents)).containsExactly("1");
    assertThat(documents.skippedFiles().summary())
        .isEqualTo("LICENSE, README.md (describes the data)");
  }

  @Test
  void readsMixedFormatsAndSubfolders() throws IOException {
    write("a/deep/down/docs.jsonl", jsonl("1"));
    write("b.tsv", "2\ttext\n3\ttext\n");
    write("de.tsv", "page\tid\th1\tTitel\n");
    write("fr/letter.txt", "Chers amis");
    write("notes with blanks.md", "# Title\ntext");
    write(
        "xquad.de.json",
        "{\"data\": [{\"paragraphs\": [{\"context\": \"Ja.\", \"qas\": [{\"id\": \"a\","
            + " \"question\": \"Ob?\", \"answers\": []}]}]}]}");
    assertThat(ids(read(OnError.FAIL)))
        .containsExactly(
            "1", "2", "3", "de/page", "fr/letter.txt", "notes%20with%20blanks.md", "de/0-0");
  }

  @Test
  void readsSubfoldersInTheirLayout() throws IOException {
    write("beir/corpus.jsonl", "{\"_id\": \"b1\", \"text\": \"x\"}\n");
    write("beir/queries.jsonl", "{\"_id\": \"q1\", \"text\": \"x\"}\n");
    write("beir/notes.txt", "x");
    write("docs.jsonl", jsonl("1"));
    Records<Document> documents = read(OnError.FAIL);
    assertThat(ids(documents)).containsExactly("b1", "1");
    assertThat(documents.skippedFiles().summary())
        .startsWith("beir/notes.txt (is not part of a folder in BEIR's layout");
  }

  @Test
  void listsFilesThatDoNotBelongToALayout() throws IOException {
    write("corpus.jsonl", "{\"_id\": \"b1\", \"text\": \"x\"}\n");
    write("queries.jsonl", "{\"_id\": \"q1\", \"text\": \"x\"}\n");
    write("qrels/test.tsv", "query-id\tcorpus-id\tscore\n");
    write("more.jsonl", jsonl("1"));
    Records<Document> documents = read(OnError.FAIL);
    assertThat(ids(documents)).containsExactly("b1");
    assertThat(documents.skippedFiles().count()).isEqualTo(1);
    assertThat(documents.skippedFiles().summary()).startsWith("more.jsonl (");
  }

  @Test
  void listsFilesWithoutDocumentsWithTheReason() throws IOException {
    write("docs.jsonl", jsonl("1"));
    write(".hidden/docs.jsonl", jsonl("9"));
    write("empty.jsonl", "");
    write("en-de.tsv", "house\tHaus\n");
    write("metadata.json", "{\"name\": \"docs\"}\n");
    write("my.run", "1 Q0 d 1 2.5 me\n");
    Files.write(folder.resolve("photo.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 1});
    write("queries.jsonl", jsonl("q"));
    write("queries_dev.tsv", "q1\twhere?\n");
    write("qrels.txt", "q1 0 1 1\n");
    write("index/segments_1", "x");
    Records<Document> documents = read(OnError.FAIL);
    assertThat(ids(documents)).containsExactly("1");
    assertThat(documents.skippedFiles().examples())
        .hasSize(10)
        .anySatisfy(one -> assertThat(one).isEqualTo(".hidden (is hidden)"))
        .anySatisfy(one -> assertThat(one).isEqualTo("empty.jsonl (is empty)"))
        .anySatisfy(one -> assertThat(one).startsWith("en-de.tsv (is bitext"))
        .anySatisfy(one -> assertThat(one).startsWith("metadata.json (is in no format"))
        .anySatisfy(one -> assertThat(one).startsWith("my.run (is a TREC run"))
        .anySatisfy(one -> assertThat(one).startsWith("photo.png (is binary data"))
        .anySatisfy(
            one -> assertThat(one).startsWith("queries.jsonl (contains no documents according"))
        .anySatisfy(one -> assertThat(one).startsWith("queries_dev.tsv (contains no documents"))
        .anySatisfy(one -> assertThat(one).startsWith("qrels.txt (contains no documents"))
        .anySatisfy(one -> assertThat(one).startsWith("index (is a search index"));
  }

  @Test
  void countsSkippedFilesAndListsTen() throws IOException {
    write("docs.jsonl", jsonl("1"));
    for (int i = 10; i < 35; i++) {
      write("run" + i, "1 Q0 d 1 2.5 me\n");
    }
    Records<Document> documents = read(OnError.FAIL);
    assertThat(ids(documents)).hasSize(1);
    assertThat(documents.skippedFiles().count()).isEqualTo(25);
    assertThat(documents.skippedFiles().examples()).hasSize(10);
    assertThat(documents.skippedFiles().summary()).isEqualTo("25 without extension");
  }

  @Test
  void summarisesManySkippedFilesByKindAndListsThemInFull() throws IOException {
    write("docs.jsonl", jsonl("1"));
    for (int i = 10; i < 64; i++) {
      Files.write(folder.resolve("photo" + i + ".PNG"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 0});
    }
    for (int i = 0; i < 6; i++) {
      write("sub/style" + i + ".css", "p { color: red }\n");
    }
    List<String> listed = new ArrayList<>();
    Records<Document> documents =
        read(OnError.FAIL).onSkippedFile(file -> listed.add(file.getMessage()));
    assertThat(ids(documents)).containsExactly("1");
    assertThat(documents.skippedFiles().summary()).isEqualTo("54 .png, 6 .css");
    assertThat(listed)
        .hasSize(60)
        .contains(folder.resolve("sub/style5.css") + ": is in no format of documents");
  }

  @Test
  void listsTheSkippedFilesOfSubfoldersWithALayout() throws IOException {
    write("beir/corpus.jsonl", "{\"_id\": \"b1\", \"text\": \"x\"}\n");
    write("beir/notes.txt", "x");
    write("docs.jsonl", jsonl("1"));
    List<String> listed = new ArrayList<>();
    assertThat(ids(read(OnError.FAIL).onSkippedFile(file -> listed.add(file.getMessage()))))
        .containsExactly("b1", "1");
    assertThat(listed).singleElement().asString().contains("notes.txt: is not part of");
  }

  @Test
  void aFileThatCannotBeReadToItsEndIsOneMalformedRecord() throws IOException {
    write("a.jsonl", jsonl("1"));
    StringBuilder csv = new StringBuilder("id,text\n");
    for (int i = 0; i < 10_000; i++) {
      csv.append("r").append(i).append(",text\n");
    }
    ByteArrayOutputStream koi8 = new ByteArrayOutputStream();
    koi8.writeBytes(csv.toString().getBytes(StandardCharsets.UTF_8));
    koi8.writeBytes("x,мост\n".getBytes(Charset.forName("KOI8-R")));
    Path mixed = Files.write(folder.resolve("b.csv"), koi8.toByteArray());
    byte[] whole = RecordReaderContractTest.gzip(jsonl("2", "3").getBytes(StandardCharsets.UTF_8));
    Files.write(folder.resolve("c.jsonl.gz"), Arrays.copyOf(whole, whole.length - 12));
    write("d.xml", "<mediawiki xml:lang=\"de\"><page>");
    write("e.jsonl", jsonl("4"));
    Records<Document> skipping = read(OnError.SKIP);
    assertThat(ids(skipping)).startsWith("1", "r0").endsWith("4");
    assertThat(skipping.skippedCount()).isEqualTo(3);
    assertThat(skipping.problems().getFirst().getMessage()).startsWith(mixed + ":");
    assertThatThrownBy(() -> read(OnError.FAIL).toList())
        .isInstanceOf(FormatException.class)
        .hasMessageStartingWith(mixed + ":")
        .hasMessageContaining("UTF-8");
  }

  @Test
  void skipsASubfolderThatCannotBeListed() throws IOException {
    write("a.txt", "text");
    Path closed = Files.createDirectories(folder.resolve("closed"));
    assumeTrue(closed.toFile().setReadable(false) && !Files.isReadable(closed));
    Records<Document> documents = read(OnError.FAIL);
    assertThat(ids(documents)).containsExactly("a.txt");
    assertThat(documents.skippedFiles().examples()).singleElement().asString().startsWith("closed");
  }

  @Test
  void listsTheOtherFilesOfAFolderOfText() throws IOException {
    write("README.md", "# Guide\ntext");
    write("a.txt", "text");
    write("run", "1 Q0 d 1 2.5 me\n");
    assertThat(DataFormat.detect(folder)).isEqualTo(DataFormat.TEXT_FOLDER);
    Records<Document> documents = read(OnError.FAIL);
    assertThat(ids(documents)).containsExactly("README.md", "a.txt");
    assertThat(documents.skippedFiles().summary()).startsWith("run (is a TREC run");
  }

  @Test
  void describesTheContentOfAFolderWithoutDocuments() throws IOException {
    assertThatThrownBy(() -> read(OnError.SKIP))
        .hasMessage(folder + ": is an empty folder, expected files of documents");
    write("sub/my.run", "1 Q0 d 1 2.5 me\n");
    write("sub/photo.png", "\0\0");
    assertThatThrownBy(() -> read(OnError.SKIP))
        .isInstanceOf(FormatException.class)
        .hasMessageStartingWith(folder + ": contains no documents that can be read; it has ")
        .hasMessageContaining("sub/my.run (is a TREC run")
        .hasMessageContaining("sub/photo.png (is binary data");
  }

  @Test
  void countsAnUnreadableDataFileAsMalformedRecord() throws IOException {
    write("a.jsonl", jsonl("1"));
    Path latin = folder.resolve("b.jsonl");
    Files.write(
        latin, "{\"id\": \"2\", \"text\": \"sch\u00f6n\"}".getBytes(StandardCharsets.ISO_8859_1));
    write("c.jsonl", jsonl("3"));
    assertThatThrownBy(() -> read(OnError.FAIL).toList())
        .isInstanceOf(FormatException.class)
        .hasMessageStartingWith(latin.toString())
        .hasMessageContaining("is not UTF-8");
    Records<Document> skipping = read(OnError.SKIP);
    assertThat(ids(skipping)).containsExactly("1", "3");
    assertThat(skipping.skippedCount()).isEqualTo(1);
  }

  @Test
  void escapesFileNamesThatAreNotValidIds() throws IOException {
    write("a\nb.txt", "text");
    write("c d.de.txt", "text");
    write("e%20f.txt", "text");
    write("100%.txt", "text");
    assertThat(ids(read(OnError.FAIL)))
        .containsExactly("100%.txt", "a%0Ab.txt", "c%20d.de.txt", "e%2520f.txt");
  }

  @Test
  void namesThatDifferInInvalidBytesHaveDifferentIds() throws Exception {
    Process made =
        new ProcessBuilder(
                "sh",
                "-c",
                "cd \"$1\" && mkdir \"$(printf 'd\\375')\" && for b in 376 377; do"
                    + " echo text > \"$(printf \"d\\\\375/\\303\\251 \\\\$b.txt\")\"; done",
                "sh",
                folder.toString())
            .start();
    assumeTrue(made.waitFor(10, TimeUnit.SECONDS) && made.exitValue() == 0, "no such names here");
    assertThat(ids(read(OnError.FAIL)))
        .containsExactlyInAnyOrder("d%FD/é%20%FE.txt", "d%FD/é%20%FF.txt");
  }

  @Test
  void listsPipesAndDanglingLinksWithoutOpeningThem() throws Exception {
    Process made;
    try {
      made = new ProcessBuilder("mkfifo", folder.resolve("a.txt").toString()).start();
    } catch (IOException e) {
      assumeTrue(false, "no mkfifo on this system");
      return;
    }
    assumeTrue(made.waitFor(60, TimeUnit.SECONDS) && made.exitValue() == 0);
    new ProcessBuilder("mkfifo", folder.resolve("corpus.jsonl").toString()).start().waitFor();
    new ProcessBuilder("mkfifo", folder.resolve("xquad.de.json").toString()).start().waitFor();
    Files.createSymbolicLink(folder.resolve("b.txt"), folder.resolve("missing"));
    write("sub/x.txt", "text");
    Files.createSymbolicLink(folder.resolve("c"), folder.resolve("sub"));
    write("d.txt", "text");
    Records<Document> documents = read(OnError.FAIL);
    assertThat(ids(documents)).containsExactly("d.txt", "sub/x.txt");
    assertThat(documents.skippedFiles().examples())
        .containsExactly(
            "a.txt (is a pipe, socket or device)",
            "b.txt (is a symbolic link to a file that does not exist)",
            "c (is a symbolic link to a folder)",
            "corpus.jsonl (is a pipe, socket or device)",
            "xquad.de.json (is a pipe, socket or device)");
  }

  @Test
  void filesThatVanishAreNamedAndSkipped() throws IOException {
    write("a.txt", "text");
    write("b.txt", "text");
    write("c.pdf", "%PDF-");
    write("d.jsonl", jsonl("1"));
    write("e/f.txt", "text");
    write("z.txt", "text");
    Records<Document> documents = read(OnError.SKIP);
    List<String> ids = new ArrayList<>();
    ids.add(documents.next().id());
    for (String name : List.of("b.txt", "c.pdf", "d.jsonl", "e/f.txt", "e")) {
      Files.delete(folder.resolve(name));
    }
    documents.forEachRemaining(document -> ids.add(document.id()));
    assertThat(ids).containsExactly("a.txt", "z.txt");
    assertThat(documents.skippedFiles().examples())
        .containsExactly(
            "b.txt (vanished while the folder was read)",
            "c.pdf (vanished while the folder was read)",
            "d.jsonl (vanished while the folder was read)",
            "e (vanished while the folder was read)");
  }

  @Test
  void doesNotReadWhatLinksOutsideOfTheFolder(@TempDir Path outside) throws IOException {
    Path secret = Files.writeString(outside.resolve("secret"), "root:x:0:0\n");
    Path jsonl = Files.writeString(outside.resolve("secret.jsonl"), jsonl("secret"));
    Files.createDirectories(outside.resolve("folder"));
    Files.writeString(outside.resolve("folder/other.txt"), "other");
    write("a.txt", "text");
    write("sub/docs.jsonl", jsonl("1"));
    Files.createSymbolicLink(folder.resolve("inside.txt"), Path.of("sub/../a.txt"));
    Files.createSymbolicLink(folder.resolve("p.txt"), secret);
    Files.createSymbolicLink(folder.resolve("q.jsonl"), jsonl);
    Files.createSymbolicLink(folder.resolve("sub/linked"), outside.resolve("folder"));
    Records<Document> documents = read(OnError.FAIL);
    assertThat(ids(documents)).containsExactly("a.txt", "inside.txt", "1");
    assertThat(documents.skippedFiles().examples())
        .containsExactly(
            "p.txt (is a symbolic link to a file outside of the folder)",
            "q.jsonl (is a symbolic link to a file outside of the folder)",
            "sub/linked (is a symbolic link to a folder)");
    assertThat(ids(Documents.read(folder, FOLLOWED)))
        .containsExactly("a.txt", "inside.txt", "p.txt", "secret", "1", "sub/linked/other.txt");
  }

  @Test
  void doesNotReadABeirFolderThatLinksOutsideOfTheFolder(@TempDir Path outside) throws IOException {
    Path corpus = Files.writeString(outside.resolve("corpus.jsonl"), jsonl("secret"));
    write("docs.jsonl", jsonl("1"));
    write("beir/queries.jsonl", jsonl("q"));
    Files.createSymbolicLink(folder.resolve("beir/corpus.jsonl"), corpus);
    Records<Document> documents = read(OnError.FAIL);
    assertThat(ids(documents)).containsExactly("1");
    assertThat(documents.skippedFiles().summary())
        .contains("beir/corpus.jsonl (is a symbolic link to a file outside of the folder)");
    assertThatThrownBy(() -> Documents.read(folder.resolve("beir"), DE, OnError.SKIP))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("contains no documents that can be read")
        .hasMessageContaining("corpus.jsonl (is a symbolic link to a file outside");
    assertThat(ids(Documents.read(folder.resolve("beir"), FOLLOWED))).containsExactly("secret");
  }

  @Test
  void readsABeirFolderWhoseCorpusIsALinkWithinTheFolder() throws IOException {
    write("all/corpus.json", jsonl("1"));
    write("beir/queries.jsonl", jsonl("q"));
    Files.createSymbolicLink(folder.resolve("beir/corpus.jsonl"), Path.of("../all/corpus.json"));
    assertThat(ids(read(OnError.FAIL))).containsExactly("1", "1");
  }

  @Test
  void readsACollectionThatIsALinkItself(@TempDir Path elsewhere) throws IOException {
    write("a.txt", "text");
    Path link = Files.createSymbolicLink(elsewhere.resolve("link"), folder);
    assertThat(ids(Documents.read(link, DE, OnError.FAIL))).containsExactly("a.txt");
  }

  @Test
  void visitsEachFolderOnceIfAllLinksAreFollowed() throws IOException {
    write("sub/a.txt", "text");
    Files.createSymbolicLink(folder.resolve("sub/up"), folder);
    Files.createSymbolicLink(folder.resolve("zub"), folder.resolve("sub"));
    Records<Document> documents = Documents.read(folder, FOLLOWED);
    assertThat(ids(documents)).containsExactly("sub/a.txt");
    assertThat(documents.skippedFiles().summary())
        .isEqualTo("sub/up, zub (is the same folder as an earlier one)");
  }

  @Test
  void summarisesACollectionAndCountsRepeatedIds() throws IOException {
    write("a.jsonl", jsonl("1", "2"));
    write("b.jsonl", jsonl("2"));
    write("README.md", "about");
    DataSummary summary = DataSummary.of(folder);
    assertThat(summary.records()).isEqualTo(3);
    assertThat(summary.repeatedIds()).isEqualTo(1);
    assertThat(summary.skippedFiles().count()).isEqualTo(1);
    assertThat(summary.toJson()).contains("\"skipped_files\":1");
  }
}
